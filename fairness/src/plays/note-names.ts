import {
  ACCOUNT_NOTE,
  BEACON_NOTE,
  DERIVED_NOTE,
  SERVER_NOTE,
  UNCOMMITTED_NOTE,
  UNKNOWN_NOTE,
} from '../client-seed.ts';
import { NOTHING_LATER, OLD_BOTS, OLD_NOTE, UNSAVED_BOTS } from './battle-bonds.ts';
import { EARLIER_ROUND, NO_CHAIN, NO_LIBRARY, OTHER_CHAIN } from './beacon.ts';
import { LATE_LEAVES, NO_CODE, NO_EVIDENCE, NO_LOG_KEY } from './fixed-before.ts';
import { NOT_SAVED_NOTE } from './parts.ts';
import { SILENCE_NOT_PROVEN } from './silence.ts';

/** The sentences in `notes` and `unchecked` have names, so that a page can say them in its own language. */
const NAMES = {
  serverSeed: SERVER_NOTE,
  accountSeed: ACCOUNT_NOTE,
  derivedSeed: DERIVED_NOTE,
  beaconSeed: BEACON_NOTE,
  unknownSeed: UNKNOWN_NOTE,
  uncommitted: UNCOMMITTED_NOTE,
  notSaved: NOT_SAVED_NOTE,
  oldBattle: OLD_NOTE,
  oldBots: OLD_BOTS,
  unsavedBots: UNSAVED_BOTS,
  knownBots: NOTHING_LATER,
  noChain: NO_CHAIN,
  otherChain: OTHER_CHAIN,
  noSignatureCheck: NO_LIBRARY,
  earlierRound: EARLIER_ROUND,
  logNotAsked: NO_EVIDENCE,
  logKeyUnknown: NO_LOG_KEY,
  loggedLate: LATE_LEAVES,
  noCode: NO_CODE,
  silenceNotProven: SILENCE_NOT_PROVEN,
} as const;

export type NoteName = keyof typeof NAMES;

const BY_SENTENCE: ReadonlyMap<string, NoteName> = new Map(
  Object.entries(NAMES).map(([name, sentence]) => [sentence, name as NoteName]),
);

/** Returns null for a sentence without a name. */
export const noteNameOf = (sentence: string): NoteName | null => BY_SENTENCE.get(sentence) ?? null;
