import { type ClientSeedSource, notesOn } from './client-seed.ts';
import { HASH_MAX, HASH_PREFIX_LENGTH } from './constants.ts';
import { describeRangeFault, type HashRange, pickItem, rangeFaults, widthOf } from './outcomes/ranges.ts';
import { type RollSteps, rollSteps } from './roll.ts';
import { seedHash } from './seed.ts';

/** A line of the computation says what is done, what comes out, and whether that equals the record. */
export interface VerificationStep {
  name: string;
  explanation: string;
  computed: string;
  /** It is null where a step on the way has nothing to be compared with. */
  expected: string | null;
  ok: boolean;
}

export interface Verification {
  valid: boolean;
  steps: VerificationStep[];
  /** These plain words say what a valid roll does not prove. */
  notes: string[];
}

/** The record of a roll has everything that it is computed from. */
export interface RecordedRoll {
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  /** It is null where the origin was not recorded. */
  clientSeedSource: ClientSeedSource | null;
  nonce: number;
  roll: number;
}

/** Rolls are looked up in a table of such lines. */
export interface RangedItem extends HashRange {
  itemId: string;
  name: string;
}

/**
 * Recomputes a roll from its seeds, step by step; `outcomeSteps` continues from the computed roll to its outcome. The
 * player was shown `committedHash` before; null where nobody asked.
 */
export function verificationOf(
  recorded: RecordedRoll,
  committedHash: string | null,
  outcomeSteps: (roll: number) => readonly VerificationStep[],
): Verification {
  const { serverSeed, clientSeed, nonce } = recorded;
  const computed = rollSteps({ serverSeed, clientSeed, nonce, max: HASH_MAX });
  const steps = [
    ...seedSteps(recorded, committedHash),
    ...stepsOfRoll(recorded, computed),
    ...outcomeSteps(computed.roll),
  ];
  return { valid: steps.every(({ ok }) => ok), steps, notes: notesOn(recorded.clientSeedSource, committedHash) };
}

/** This step has nothing to be compared with. */
const onTheWay = (name: string, explanation: string, computed: string | number): VerificationStep => ({
  name,
  explanation,
  computed: String(computed),
  expected: null,
  ok: true,
});

type Comparable = string | number | bigint | boolean | null;

/** The result of this step was recorded; null means that there is none. */
export const compared = (
  name: string,
  explanation: string,
  computed: Comparable,
  expected: Comparable,
): VerificationStep => ({
  name,
  explanation,
  computed: String(computed ?? 'none'),
  expected: String(expected ?? 'none'),
  ok: computed === expected,
});

/** Finds the item whose range holds the roll. `table` names the owner of the ranges. */
export function tableSteps(
  table: string,
  items: readonly RangedItem[],
  roll: number,
  recorded: { itemId: string; chanceWidth: number },
): VerificationStep[] {
  const covered = coveredStep(table, items);
  return covered.ok ? [covered, ...rangeSteps(table, pickItem(items, roll), recorded)] : [covered];
}

export function coveredStep(table: string, items: readonly RangedItem[]): VerificationStep {
  const faults = rangeFaults(items).map(describeRangeFault);
  return compared(
    'ranges',
    `The ranges of ${table} cover the rolls from 1 to ${HASH_MAX}, each of them once`,
    faults.length === 0 ? COVERED : faults.join('; '),
    COVERED,
  );
}

const COVERED = 'each once';

const rangeSteps = (
  table: string,
  drawn: RangedItem,
  recorded: { itemId: string; chanceWidth: number },
): VerificationStep[] => [
  onTheWay('range', `The range of ${table} that the roll lies in`, `${drawn.hashRangeStart} to ${drawn.hashRangeEnd}`),
  compared('chance', `The width of that range, in rolls of ${HASH_MAX}`, widthOf(drawn), recorded.chanceWidth),
  compared('item', `The range is that of ${drawn.name}`, drawn.itemId, recorded.itemId),
];

function seedSteps({ serverSeed, serverSeedHash }: RecordedRoll, committedHash: string | null): VerificationStep[] {
  const computed = seedHash(serverSeed);
  const recorded = compared(
    'serverSeedHash',
    'HMAC-SHA256 keyed with the server seed over an empty message is the hash recorded with the roll',
    computed,
    serverSeedHash,
  );
  if (committedHash === null) return [recorded];
  return [
    recorded,
    compared('commitment', 'The same hash was shown to you before you played', computed, committedHash),
  ];
}

function stepsOfRoll(recorded: RecordedRoll, steps: RollSteps): VerificationStep[] {
  const { message, hash, prefix, value, max, maxSafe, retried, roll } = steps;
  return [
    onTheWay('message', 'The client seed, a colon and the nonce', message),
    onTheWay('hash', 'HMAC-SHA256 keyed with the server seed over the message', hash),
    onTheWay('prefix', `The first ${HASH_PREFIX_LENGTH} characters of the hash`, prefix),
    onTheWay('number', 'The prefix read as a hexadecimal number', value),
    onTheWay(
      'bound',
      `Numbers from here on would be drawn again, so that all rolls are equally likely${retried ? ', as this one was' : ''}`,
      maxSafe,
    ),
    onTheWay('modulo', `The number modulo ${max}`, value % max),
    compared('roll', 'The modulo plus 1 is the roll recorded', roll, recorded.roll),
  ];
}
