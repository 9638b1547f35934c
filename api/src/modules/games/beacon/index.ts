export type { Beacon, BeaconChain, BeaconRound } from './beacon.types.ts';
export { createBeacon } from './create-beacon.ts';
