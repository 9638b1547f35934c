import {
  HASH_MAX,
  HASH_PREFIX_LENGTH,
  type HashRange,
  isFlip,
  pickItem,
  type RollSteps,
  rollSteps,
  seedHash,
} from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import type { StoredOpening } from './openings.types.ts';

/** One line of the computation: what is done, what comes out, and whether it is what was recorded. */
interface VerificationStep {
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

export interface VersionItem extends HashRange {
  itemId: Id<'item'>;
  name: string;
}

/** Recomputes an opening from its seeds and the version of the case that it was played on. */
export function verificationOf(
  opening: StoredOpening,
  items: readonly VersionItem[],
  committedHash: string | null,
): Verification {
  const { serverSeed, clientSeed, nonce } = opening;
  const roll = rollSteps({ serverSeed, clientSeed, nonce, max: HASH_MAX });
  const steps = [
    ...seedSteps(opening, committedHash),
    ...stepsOfRoll(opening, roll),
    ...itemSteps(opening, items, roll),
  ];
  return { valid: steps.every(({ ok }) => ok), steps, command: commandFor(opening) };
}

const onTheWay = (name: string, explanation: string, computed: string | number): VerificationStep => ({
  name,
  explanation,
  computed: String(computed),
  expected: null,
  ok: true,
});

const compared = (
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

function seedSteps(opening: StoredOpening, committedHash: string | null): VerificationStep[] {
  const computed = seedHash(opening.serverSeed);
  const recorded = compared(
    'serverSeedHash',
    'HMAC-SHA256 keyed with the server seed over an empty message is the hash recorded with the opening',
    computed,
    opening.serverSeedHash,
  );
  if (committedHash === null) return [recorded];
  return [
    recorded,
    compared('commitment', 'The same hash was shown to you before you played', computed, committedHash),
  ];
}

function stepsOfRoll(opening: StoredOpening, steps: RollSteps): VerificationStep[] {
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
    compared('roll', 'The modulo plus 1 is the roll recorded', roll, opening.roll),
  ];
}

function itemSteps(opening: StoredOpening, items: readonly VersionItem[], { roll }: RollSteps): VerificationStep[] {
  const item = pickItem(items, roll);
  const width = item.hashRangeEnd - item.hashRangeStart + 1;
  const threshold = opening.flipThreshold;
  return [
    onTheWay(
      'range',
      `The range of version ${opening.versionNumber} of the case that the roll lies in`,
      `${item.hashRangeStart} to ${item.hashRangeEnd}`,
    ),
    compared('chance', 'The width of that range, in rolls of 10000000', width, opening.chanceWidth),
    compared('item', `The range is that of ${item.name}`, item.itemId, opening.itemId),
    compared(
      'flip',
      threshold === null
        ? 'This version has no second wheel'
        : `The second wheel turns for rolls from ${threshold} on; the same roll stops it at the same item`,
      isFlip(threshold, roll),
      opening.isFlip,
    ),
  ];
}

/** With equals signs, since a seed may begin with a dash. */
function commandFor({ serverSeed, serverSeedHash, clientSeed, nonce, roll }: StoredOpening): string {
  return (
    `npx lisura-verify verify --server-seed=${serverSeed} --client-seed=${shellQuoted(clientSeed)} ` +
    `--nonce=${nonce} --expected-roll=${roll} --hash=${serverSeedHash}`
  );
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
