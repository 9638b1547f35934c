export { BeaconView, beaconView } from './beacon.schemas.ts';
export type { Beacon, BeaconRound, BeaconSource, NamedRound } from './beacon.types.ts';
export { createBeacon } from './create-beacon.ts';
