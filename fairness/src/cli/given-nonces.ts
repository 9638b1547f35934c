import { readJson, UnreadableJson } from '../index.ts';
import { jsonGivenAs, readFrom } from './given-json.ts';
import type { Outside } from './outside.ts';

type Values = ReadonlyMap<string, string>;

/** The player saved these hashes before the play. */
export interface Commitments {
  /** It is null where the answer does not name its stream, as the answer of an event does not. */
  stream: string | null;
  /** They keep the order of the answers; a nonce that two answers show stands here twice. */
  shown: readonly { nonce: number; hash: string }[];
}

export interface TakenNonce {
  nonce: number;
  hash: string | null;
  /** Names the stream of a seat, which may belong to another player; it is null for the player's own plays. */
  stream: string | null;
  eventId: string | null;
  /** Distinguishes two plays with one nonce from one play that is given twice; it is null for a seat. */
  identity: string | null;
}

export async function commitmentsFrom(values: Values, outside: Outside): Promise<Commitments | null> {
  const given = values.get('commitments');
  return given === undefined
    ? null
    : readFrom('--commitments', await jsonGivenAs('commitments', given, outside), readCommitments);
}

/** Reads an answer of the commitments, of the progress in an event, or a list of such answers. */
function readCommitments(json: unknown): Commitments {
  const answers = (Array.isArray(json) ? json : [json]).map((answer) => Object(answer));
  const streams = new Set(answers.flatMap(({ stream }) => (typeof stream === 'string' ? [stream] : [])));
  if (streams.size > 1) throw new UnreadableJson(`it has hashes of ${[...streams].join(' and ')}`);
  return { stream: [...streams][0] ?? null, shown: answers.flatMap(hashesIn) };
}

function hashesIn({ commitments, nextShot }: { commitments?: unknown; nextShot?: unknown }) {
  const shown: unknown[] = Array.isArray(commitments) ? commitments : [nextShot];
  return shown.map((each) => {
    const { nonce, serverSeedHash: hash } = Object(each);
    if (typeof nonce === 'number' && typeof hash === 'string') return { nonce, hash };
    throw new UnreadableJson(`it has neither 'commitments' nor 'nextShot' with nonces and hashes`);
  });
}

export async function takenFrom(values: Values, outside: Outside): Promise<TakenNonce[]> {
  const given = values.get('plays');
  if (given === undefined) return [];
  return readFrom('--plays', await jsonGivenAs('plays', given, outside), (json) => {
    const taken = takenIn(json);
    if (taken.length === 0) throw new UnreadableJson('it has no plays with nonces');
    return taken;
  });
}

/** Finds nonces of plays anywhere in answers, pages of histories, battles, or lists of these. */
export function takenIn(json: unknown): TakenNonce[] {
  if (Array.isArray(json)) return json.flatMap(takenIn);
  if (typeof json !== 'object' || json === null) return [];
  const { nonce, serverSeedHash, seats } = json as Record<string, unknown>;
  if (Array.isArray(seats)) return seats.flatMap(takenBySeat);
  if (!Number.isSafeInteger(nonce) || typeof serverSeedHash !== 'string') return Object.values(json).flatMap(takenIn);
  const { id, clientSeed, roll, eventId } = json as Record<string, unknown>;
  return [
    {
      nonce: nonce as number,
      hash: serverSeedHash,
      stream: null,
      eventId: typeof eventId === 'string' ? eventId : null,
      identity: JSON.stringify([id, serverSeedHash, clientSeed, roll]),
    },
  ];
}

/** Bots take no nonces of a player. */
function takenBySeat(json: unknown): TakenNonce[] {
  const seat = readJson(json, 'seats');
  if (seat.isNull('user')) return [];
  const first = seat.integer('firstNonce');
  return seat.texts('serverSeedHashes').map((hash, round) => ({
    nonce: first + round,
    hash,
    stream: `user:${seat.fields('user').text('id')}`,
    eventId: null,
    identity: null,
  }));
}
