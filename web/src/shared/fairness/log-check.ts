import {
  isExtended,
  isHeadSigned,
  isIncluded,
  type Leaf,
  type LogHead,
  leafHash,
  leafOf,
  leavesOf,
  logHeadFrom,
  openingFrom,
  type ResultKind,
  readJson,
  shotFrom,
  UnreadableJson,
} from '@lisura/fairness';
import { call } from '../../data/api.ts';
import { isApiError } from '../../data/api-error.ts';
import type { ErrorCode } from '../../data/generated/api.ts';
import type { HeadMemory } from './head-memory.ts';
import type { VerifiedGame, VerifyLink } from './verify-link.ts';

const KINDS: Readonly<Record<Exclude<VerifiedGame, 'roll'>, ResultKind>> = {
  opening: 'CASES',
  upgrade: 'UPGRADES',
  shot: 'SHOTS',
  battle: 'BATTLES',
  raffle: 'RAFFLES',
};

const isLogged = (game: string): game is keyof typeof KINDS => Object.hasOwn(KINDS, game);

/** A result is looked up by its leaf, as the page has it or as the API shows it to those who may see it. */
export interface LoggedResult {
  kind: ResultKind;
  id: string;
  read(): Promise<unknown>;
  /** Adds the leaves of the ranges where the result itself does not have them. */
  readTables(): Promise<Leaf[]>;
}

/** Finds the subject of a link to the verifier; null where it has no leaf. */
export function loggedResult({ hash }: VerifyLink): LoggedResult | null {
  const params = new URLSearchParams(hash);
  const game = params.get('game') ?? '';
  if (!isLogged(game)) return null;
  const kind = KINDS[game];
  const play = params.get('play');
  if (play !== null) {
    const result: { id?: unknown } = JSON.parse(play);
    // Typed input may have no number, or lack parts of its leaves.
    return typeof result.id === 'string' && hasLeaves(kind, result)
      ? { kind, id: result.id, read: async () => result, readTables: () => tablesOf(kind, result) }
      : null;
  }
  const id = params.get('id');
  if (id === null) return null;
  const code = params.get('code');
  const battle = () => call('GET /battles/{id}', { params: { id }, query: code === null ? {} : { code } });
  const raffle = () => call('GET /raffle/{id}', { params: { id } });
  return { kind, id, read: kind === 'BATTLES' ? battle : raffle, readTables: async () => [] };
}

/** Asks for the version that was opened, or the event of the shot, as they are public now. */
async function tablesOf(kind: ResultKind, result: unknown): Promise<Leaf[]> {
  if (kind === 'CASES') {
    const { caseId: id, versionNumber: number } = openingFrom(result);
    return [leafOf('CASE_VERSIONS', await call('GET /cases/{id}/versions/{number}', { params: { id, number } }))];
  }
  if (kind !== 'SHOTS') return [];
  return [leafOf('EVENT_TERMS', await call('GET /event/{id}', { params: { id: shotFrom(result).eventId } }))];
}

function hasLeaves(kind: ResultKind, result: unknown): boolean {
  try {
    return leavesOf(kind, result).length > 0;
  } catch (error) {
    if (error instanceof UnreadableJson) return false;
    throw error;
  }
}

export type LogFinding =
  /** `since` is the time of the head that this browser had kept before; null where it had none to compare with. */
  | { state: 'proven'; index: number; size: number; at: string; since: string | null }
  | { state: 'notYet' | 'wrong' | 'interrupted' }
  /** The log does not go on from a head that this browser has kept. */
  | { state: 'rewritten' | 'otherKey'; keptSize: number; keptAt: string };

/** The platform answers these questions, with null where it has no such thing. */
export interface PublicLog {
  head(): Promise<unknown>;
  inclusion(query: Pick<Leaf, 'kind' | 'id'> & { size: number }): Promise<unknown>;
  consistency(query: { from: number; to: number }): Promise<unknown>;
}

interface LogDeps {
  log: PublicLog;
  memory: HeadMemory;
}

/**
 * Computes the leaf of a result and those of its terms and tables in this browser, and holds the proofs of the platform against its
 * signed head, which has to extend the last one that this browser has seen.
 */
export async function checkInLog(deps: LogDeps, { kind, id, read, readTables }: LoggedResult): Promise<LogFinding> {
  const result = await read();
  try {
    const leaves = leavesOf(kind, result);
    // Another result in the log proves nothing about this one.
    if (leaves[0]?.id !== id) return { state: 'wrong' };
    return await checkLeaves(deps, [...leaves, ...(await readTables())]);
  } catch (error) {
    if (isApiError(error) && error.code === 'LOG_INTERRUPTED') return { state: 'interrupted' };
    // An answer that is no result, no head or no proof proves nothing.
    if (error instanceof UnreadableJson) return { state: 'wrong' };
    throw error;
  }
}

async function checkLeaves({ log, memory }: LogDeps, leaves: readonly Leaf[]): Promise<LogFinding> {
  const kept = await memory.read();
  const answer = await log.head();
  if (answer === null) return kept === null ? { state: 'notYet' } : conflict('rewritten', kept);
  const head = logHeadFrom(answer);
  if (!(await isHeadSigned(head))) return { state: 'wrong' };
  const found = kept === null ? null : await findConflict(log, kept, head);
  if (found !== null) return found;
  memory.write(head);
  const places = await Promise.all(leaves.map((leaf) => placeOf(log, leaf, head)));
  if (places.includes('wrong')) return { state: 'wrong' };
  const [index] = places;
  if (typeof index !== 'number' || places.includes('notYet')) return { state: 'notYet' };
  return { state: 'proven', index, size: head.size, at: head.at, since: kept?.at ?? null };
}

/** Where a leaf stands in the tree of a head, as the platform proves it. */
async function placeOf(log: PublicLog, { kind, id, text }: Leaf, head: LogHead): Promise<number | 'notYet' | 'wrong'> {
  const inclusion = await log.inclusion({ kind, id, size: head.size });
  if (inclusion === null) return 'notYet';
  const [index, proof] = [readJson(inclusion).integer('index'), readJson(inclusion).texts('proof')];
  return isIncluded({ leafHash: leafHash(text), index, proof }, head) ? index : 'wrong';
}

const conflict = (state: 'rewritten' | 'otherKey', kept: LogHead): LogFinding => ({
  state,
  keptSize: kept.size,
  keptAt: kept.at,
});

/** Finds contradictions between the head and the kept one; null where there are none. */
async function findConflict(log: PublicLog, kept: LogHead, head: LogHead): Promise<LogFinding | null> {
  if (head.publicKey !== kept.publicKey) return conflict('otherKey', kept);
  const answer = head.size > kept.size ? await log.consistency({ from: kept.size, to: head.size }) : { proof: [] };
  const isGrown = answer !== null && isExtended(kept, head, readJson(answer).texts('proof'));
  return isGrown ? null : conflict('rewritten', kept);
}

/** Returns null where the answer says that there is nothing. */
const orNone = (asking: Promise<unknown>, code: ErrorCode): Promise<unknown> =>
  asking.catch((error: unknown) => {
    if (isApiError(error) && error.code === code) return null;
    throw error;
  });

export const publicLog: PublicLog = {
  head: () => orNone(call('GET /log/head'), 'LOG_IS_EMPTY'),
  inclusion: (query) => orNone(call('GET /log/inclusion', { query }), 'LEAF_NOT_FOUND'),
  consistency: (query) => orNone(call('GET /log/consistency', { query }), 'LOG_HEAD_NOT_FOUND'),
};
