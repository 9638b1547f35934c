import type { LogEvidence, LoggedLeaf } from '../plays/fixed-before.ts';
import { readJson } from '../plays/read-json.ts';
import { type LogHead, logHeadFrom } from './head.ts';
import { type Leaf, termsLeavesOf } from './leaves.ts';
import { isExtended } from './merkle.ts';
import { isHeadSigned } from './signature.ts';

export interface KnownLog {
  /** This key must have signed the log; null where only the heads name one. */
  key: string | null;
  /** Somebody kept these heads when they were new, which proves more than the platform's word for their time. */
  heads: readonly LogHead[];
}

/** Answers a GET request such as `/api/log/first-head?…`, or null where the server has no answer. */
export type AskLog = (path: string) => Promise<unknown>;

/** Finds everything that was fixed before the round of a game, in the oldest heads of the log that have it. */
export async function findEvidence(
  kind: 'BATTLES' | 'RAFFLES',
  answer: unknown,
  known: KnownLog,
  ask: AskLog,
): Promise<LogEvidence> {
  const leaves = await Promise.all(
    termsLeavesOf(kind, answer).map(async (leaf) => ({ leaf, place: await placeOf(leaf, known.heads, ask) })),
  );
  return { key: known.key ?? known.heads[0]?.publicKey ?? null, leaves };
}

async function placeOf({ kind, id }: Leaf, kept: readonly LogHead[], ask: AskLog): Promise<LoggedLeaf['place']> {
  const first = placeFrom(await ask(`/api/log/first-head?kind=${kind}&id=${encodeURIComponent(id)}`));
  if (first === null) return null;
  const neighbours = await Promise.all(neighboursOf(first.head, kept).map((step) => isGrowth(step, ask)));
  return { ...first, isHeadSigned: await isHeadSigned(first.head), goesWithKept: neighbours.every((each) => each) };
}

function placeFrom(answer: unknown): { index: number; proof: string[]; head: LogHead } | null {
  if (answer === null) return null;
  const fields = readJson(answer);
  if (fields.isNull('proof')) return null;
  return {
    index: fields.integer('index'),
    proof: fields.texts('proof'),
    head: logHeadFrom(Reflect.get(answer as object, 'head')),
  };
}

type Step = readonly [earlier: LogHead, later: LogHead];

/** Adds the kept heads before and after the head: one that was signed afterwards contradicts one of them. */
function neighboursOf(head: LogHead, kept: readonly LogHead[]): Step[] {
  const bySize = kept.toSorted((one, other) => one.size - other.size);
  const before = bySize.findLast(({ size }) => size <= head.size);
  const after = bySize.find(({ size }) => size >= head.size);
  return [
    ...(before === undefined ? [] : [[before, head] as const]),
    ...(after === undefined ? [] : [[head, after] as const]),
  ];
}

async function isGrowth([earlier, later]: Step, ask: AskLog): Promise<boolean> {
  if (Date.parse(later.at) < Date.parse(earlier.at)) return false;
  if (earlier.size === later.size) return earlier.root === later.root;
  const answer = await ask(`/api/log/consistency?from=${earlier.size}&to=${later.size}`);
  return answer !== null && isExtended(earlier, later, readJson(answer).texts('proof'));
}
