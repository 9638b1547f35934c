import { UnreadableJson } from '../index.ts';
import { jsonGivenAs, readFrom } from './given-json.ts';
import type { Outside } from './outside.ts';

/** The hashes that were shown before the play, by nonce: what the commitments or the progress in an event answered. */
export async function hashesFrom(given: string | undefined, outside: Outside): Promise<ReadonlyMap<number, string>> {
  if (given === undefined) return new Map();
  return readFrom('--commitments', await jsonGivenAs('commitments', given, outside), readHashes);
}

function readHashes(json: unknown): ReadonlyMap<number, string> {
  const { commitments, nextShot } = Object(json);
  const shown: unknown[] = Array.isArray(commitments) ? commitments : [nextShot];
  return new Map(
    shown.map((each) => {
      const { nonce, serverSeedHash } = Object(each);
      if (typeof nonce === 'number' && typeof serverSeedHash === 'string') return [nonce, serverSeedHash];
      throw new UnreadableJson(`it has neither 'commitments' nor 'nextShot' with nonces and hashes`);
    }),
  );
}
