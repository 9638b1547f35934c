import { CLIENT_SEED_SOURCES, type ClientSeedSource } from '../client-seed.ts';
import { MAX_SAFE } from '../constants.ts';
import type { RecordedRoll } from '../verification.ts';
import { type JsonFields, UnreadableJson } from './read-json.ts';

/** Reads the roll of an answer or of an entry of a history. */
export function recordedRollOf(answer: JsonFields): RecordedRoll {
  const nonce = answer.integer('nonce');
  if (nonce < 0) throw new UnreadableJson(`'nonce' must be an integer from 0 to ${MAX_SAFE}`);
  return {
    serverSeed: answer.text('serverSeed'),
    serverSeedHash: answer.text('serverSeedHash'),
    clientSeed: answer.text('clientSeed'),
    clientSeedSource: clientSeedSourceOf(answer),
    nonce,
    roll: answer.integer('roll'),
  };
}

/** Answers from before it was recorded do not have it. */
export function clientSeedSourceOf(answer: JsonFields): ClientSeedSource | null {
  if (answer.isNull('clientSeedSource')) return null;
  const named = answer.text('clientSeedSource');
  const source = CLIENT_SEED_SOURCES.find((each) => each === named);
  if (source === undefined)
    throw new UnreadableJson(`'clientSeedSource' must be ${CLIENT_SEED_SOURCES.join(', ')} or null`);
  return source;
}
