import { HASH_MAX, HASH_PREFIX_LENGTH } from './constants.ts';
import { type HashRange, widthOf } from './outcomes/ranges.ts';
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
  /** Checks the same on one's own machine. */
  command: string;
}

/** A roll as it was recorded, with everything that it is computed from. */
export interface RecordedRoll {
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  nonce: number;
  roll: number;
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
  return { valid: steps.every(({ ok }) => ok), steps, command: commandFor(recorded) };
}

/** A step that has nothing to be compared with. */
export const onTheWay = (name: string, explanation: string, computed: string | number): VerificationStep => ({
  name,
  explanation,
  computed: String(computed),
  expected: null,
  ok: true,
});

/** A step whose result was recorded. */
export const compared = (
  name: string,
  explanation: string,
  computed: string | number | boolean,
  expected: string | number | boolean,
): VerificationStep => ({
  name,
  explanation,
  computed: String(computed),
  expected: String(expected),
  ok: computed === expected,
});

/** From the roll to the item whose range it lies in. `table` says whose ranges they are. */
export const rangeSteps = (
  table: string,
  drawn: HashRange & { itemId: string; name: string },
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

/** With equals signs, since a seed may begin with a dash. */
function commandFor({ serverSeed, serverSeedHash, clientSeed, nonce, roll }: RecordedRoll): string {
  return (
    `npx lisura-verify verify --server-seed=${serverSeed} --client-seed=${shellQuoted(clientSeed)} ` +
    `--nonce=${nonce} --expected-roll=${roll} --hash=${serverSeedHash}`
  );
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
