import { seedHash } from '@lisura/fairness';
import { isApiError } from '../../data/api-error.ts';
import type { Commitment } from '../../data/generated/api.ts';
import { rememberFailure, takeSeed } from './kept-seeds.ts';
import { readKept, underLock, writeKept } from './kept-values.ts';

/** Cases, upgrades and battles take the next nonces of the player. */
export const USER_STREAM = 'user';

/** This table says which roll would have given what. */
export type RefusedTerms =
  | { game: 'CASES'; caseId: string; versionNumber: number | null }
  | { game: 'UPGRADES'; chancePercent: string }
  | { game: 'SHOTS'; eventId: string; ticketPrice: number }
  | { game: 'BATTLES'; battleId: string | null };

export interface RefusedRoll {
  nonce: number;
  hash: string;
  /** It is null until a play with this nonce has revealed it. */
  serverSeed: string | null;
}

/**
 * A play that failed after its client seed was sent counts as refused, whatever the failure, because a house could fake
 * any.
 */
export interface RefusedPlay {
  at: string;
  code: string;
  clientSeed: string;
  terms: RefusedTerms;
  rolls: readonly RefusedRoll[];
  /** The same play was refused this often. */
  times: number;
}

/** The play takes the nonces that come next; `shown` begins with them. */
export interface SeededPlay {
  userId: string;
  stream: string;
  terms: RefusedTerms;
  shown: readonly Commitment[];
  count: number;
  /** Sent unless the next nonces are bound to another. */
  fresh: string;
}

/** The list is as long as the storage of a browser allows; the oldest are forgotten. */
const MOST_KEPT = 60;
const nameOf = (userId: string) => `lisura:refused:${userId}`;

export const refusedPlays = (userId: string): readonly RefusedPlay[] => readKept<RefusedPlay[]>(nameOf(userId), []);

const change = (userId: string, change: (before: readonly RefusedPlay[]) => readonly RefusedPlay[]): Promise<void> =>
  underLock(nameOf(userId), () => {
    const before = refusedPlays(userId);
    const after = change(before);
    if (after !== before) writeKept(nameOf(userId), after.slice(-MOST_KEPT));
  });

/** Sends a play with the client seed that its hashes are bound to, and keeps what was refused. */
export async function playSeeded<Answer>(
  play: SeededPlay,
  send: (clientSeed: string) => Promise<Answer>,
): Promise<{ answer: Answer; clientSeed: string }> {
  const { userId, stream, shown, count, fresh } = play;
  const clientSeed = await takeSeed(userId, stream, shown, count, fresh);
  try {
    return { answer: await send(clientSeed), clientSeed };
  } catch (error) {
    const rolls = shown.slice(0, count).map(({ nonce, serverSeedHash: hash }) => ({ nonce, hash }));
    await keepRefusal({ userId, stream, terms: play.terms, clientSeed, rolls }, error);
    throw error;
  }
}

interface FailedPlay extends Pick<SeededPlay, 'userId' | 'stream' | 'terms'>, Pick<RefusedPlay, 'clientSeed'> {
  rolls: readonly Pick<RefusedRoll, 'nonce' | 'hash'>[];
}

export async function keepRefusal(failed: FailedPlay, error: unknown): Promise<void> {
  const { userId, stream, terms, clientSeed, rolls } = failed;
  await rememberFailure(userId, stream, clientSeed, rolls.length);
  const code = isApiError(error) ? error.code : 'UNREADABLE';
  const refused = { code, clientSeed, terms, rolls: rolls.map((roll) => ({ ...roll, serverSeed: null })) };
  await change(userId, (before) => {
    const same = before.findIndex((each) => identityOf(each) === identityOf(refused));
    const again = before[same];
    return again === undefined
      ? [...before, { ...refused, at: new Date().toISOString(), times: 1 }]
      : before.with(same, { ...again, times: again.times + 1 });
  });
}

const identityOf = ({ code, clientSeed, terms, rolls }: Omit<RefusedPlay, 'at' | 'times'>) =>
  JSON.stringify([code, clientSeed, terms, rolls.map(({ hash }) => hash)]);

/** The server seed of a played roll lets the browser compute a refused play of the same nonce. */
interface RevealedRoll {
  serverSeedHash: string;
  serverSeed: string;
}

export function revealRefused(userId: string, revealed: readonly RevealedRoll[]): Promise<void> {
  const seeds = new Map(revealed.map(({ serverSeedHash, serverSeed }) => [serverSeedHash, serverSeed]));
  return change(userId, (before) =>
    before.some(({ rolls }) => rolls.some(({ hash, serverSeed }) => serverSeed === null && seeds.has(hash)))
      ? before.map((play) => ({
          ...play,
          rolls: play.rolls.map((roll) => ({ ...roll, serverSeed: roll.serverSeed ?? seeds.get(roll.hash) ?? null })),
        }))
      : before,
  );
}

/** A revealed seed that does not give the hash which was shown for it proves that the server has exchanged one of the two. */
export const isSeedOf = ({ hash, serverSeed }: RefusedRoll): boolean =>
  serverSeed !== null && seedHash(serverSeed) === hash;
