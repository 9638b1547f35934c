export { hasAskedEnough, TRIES } from './ask-enough.ts';
export { raiseBeaconSilent, raiseListLate } from './beacon.messages.ts';
export {
  type Beacon,
  BeaconDelayField,
  BeaconRecord,
  type BeaconRound,
  type BeaconSource,
  beaconDelaySetting,
  type NamedRound,
} from './beacon.records.ts';
export { silentSince } from './beacon.rules.ts';
export { otherRounds } from './beacon.sql.ts';
export { createBeacon } from './create-beacon.ts';
