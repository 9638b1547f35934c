export { hasAskedEnough, TRIES } from './ask-enough.ts';
export { raiseBeaconSilent, raiseListLate } from './beacon.alerts.ts';
export { silentSince } from './beacon.rules.ts';
export { BeaconDelayField, BeaconView, beaconView } from './beacon.schemas.ts';
export { otherRounds } from './beacon.sql.ts';
export type { Beacon, BeaconRound, BeaconSource, NamedRound } from './beacon.types.ts';
export { beaconDelaySetting } from './beacon-delay.ts';
export { createBeacon } from './create-beacon.ts';
