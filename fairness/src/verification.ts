import { type ClientSeedSource, notesOn } from './client-seed.ts';
import { HASH_MAX, HASH_PREFIX_LENGTH } from './constants.ts';
import { describeRangeFault, type HashRange, pickItem, rangeFaults, widthOf } from './outcomes/ranges.ts';
import { type RollSteps, rollSteps } from './roll.ts';
import { seedHash } from './seed.ts';

/** One line of the computation: what is done, what comes out, and whether it is what was recorded. */
export interface VerificationStep {
  name: string;
  explanation: string;
  computed: string;
  /** What it must be; null where the step is on the way and has nothing to be compared with. */
  expected: string | null;
  ok: boolean;
}

export interface Verification {
  valid: boolean;
  steps: VerificationStep[];
  /** What it does not prove although it is valid, in plain words. */
  notes: string[];
}

/** A roll as it was recorded, with everything that it is computed from. */
export interface RecordedRoll {
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  /** Who chose it; null where that was not recorded. */
  clientSeedSource: ClientSeedSource | null;
  nonce: number;
  roll: number;
}

/** A line of a table that rolls are looked up in. */
export interface RangedItem extends HashRange {
  itemId: string;
  name: string;
}

/**
 * Recomputes a roll from its seeds, step by step; `outcomeSteps` goes on from the roll as computed to what it decided.
 * `committedHash` is what the player was shown before, null where nobody asked.
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

/** A step that has nothing to be compared with. */
const onTheWay = (name: string, explanation: string, computed: string | number): VerificationStep => ({
  name,
  explanation,
  computed: String(computed),
  expected: null,
  ok: true,
});

type Comparable = string | number | bigint | boolean | null;

/** A step whose result was recorded; null is one that there is none of. */
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

/** From the roll to the item whose range it lies in. `table` says whose ranges they are. */
export function tableSteps(
  table: string,
  items: readonly RangedItem[],
  roll: number,
  recorded: { itemId: string; chanceWidth: number },
): VerificationStep[] {
  const covered = coveredStep(table, items);
  return covered.ok ? [covered, ...rangeSteps(table, pickItem(items, roll), recorded)] : [covered];
}

/** A table that leaves out a roll, or has one twice, decides nothing. */
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
