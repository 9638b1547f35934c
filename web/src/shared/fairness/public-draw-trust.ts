import { type BeaconTrust, findEvidence, type LogEvidence, type LogHead, QUICKNET } from '@lisura/fairness';
import { call } from '../../data/api.ts';
import { isApiError } from '../../data/api-error.ts';
import { headMemory } from './head-memory.ts';

const memory = headMemory(() => localStorage);

type Drawn = 'BATTLES' | 'RAFFLES';

/** The public draw of a game is checked against drand's chain and against the public log from before the round. */
export async function publicDrawTrust(kind: Drawn, game: { id: string; randomness: string }): Promise<BeaconTrust> {
  if (game.randomness !== 'drand') return { isSigned: null, chain: QUICKNET };
  // The library of curves is large, and only public randomness needs it.
  const [{ isSigned }, log] = await Promise.all([import('@lisura/fairness/beacon'), evidenceFor(kind, game)]);
  return { isSigned, chain: QUICKNET, log };
}

/** This browser saw the head while it waited for the round of the game. */
const memoryOf = (kind: Drawn, { id }: { id: string }) =>
  headMemory(() => localStorage, `lisura:log-head:${kind}:${id}`);

/** A page of the platform has the key from the platform; a player who does not trust it uses the command. */
async function evidenceFor(kind: Drawn, game: { id: string }): Promise<LogEvidence> {
  const kept = await Promise.all([memory.read(), memoryOf(kind, game).read()]);
  const heads = kept.filter((head) => head !== null);
  const key = heads[0]?.publicKey ?? (await call('GET /log/key')).publicKey;
  return findEvidence(kind, game, { key, heads }, askLog);
}

/**
 * Asks, while a game waits for its round, for the head that has everything that was fixed; null until there is one. The
 * browser keeps it, because a head that it saw before the round cannot have been made afterwards.
 */
export async function keepHeadOf(kind: Drawn, game: { id: string }): Promise<LogHead | null> {
  const { leaves } = await evidenceFor(kind, game);
  const heads = leaves.flatMap(({ place }) => (place?.isHeadSigned && place.goesWithKept ? [place.head] : []));
  const newest = heads.toSorted((one, other) => one.size - other.size).at(-1);
  if (newest === undefined || heads.length < leaves.length) return null;
  memoryOf(kind, game).write(newest);
  return newest;
}

async function askLog(path: string): Promise<unknown> {
  const { pathname, searchParams } = new URL(path, location.origin);
  const [kind, id] = [searchParams.get('kind') ?? '', searchParams.get('id') ?? ''];
  try {
    if (pathname.endsWith('/first-head')) return await call('GET /log/first-head', { query: { kind, id } });
    const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))];
    return await call('GET /log/consistency', { query: { from, to } });
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}
