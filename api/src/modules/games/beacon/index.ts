export { raiseBeaconSilent, raiseListLate } from './beacon.messages.ts';
export {
  type Beacon,
  BeaconDelayField,
  BeaconRecord,
  type BeaconRound,
  type BeaconSource,
  beaconDelaySetting,
  type NamedRound,
  silentSince,
} from './beacon.records.ts';
export { otherRounds } from './beacon.sql.ts';
export { createBeacon, hasAskedEnough, TRIES } from './create-beacon.ts';
