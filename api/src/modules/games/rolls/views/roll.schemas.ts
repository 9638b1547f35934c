import { CLIENT_SEED_SOURCES, type ClientSeedSource, type RecordedRoll, rollOf, seedHash } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { timeOf } from '../../../../platform/schemas.ts';
import type { StoredRoll } from '../roll.types.ts';

export const ClientSeedSourceView = Type.Union(
  [
    Type.Unsafe<ClientSeedSource>({ title: 'ClientSeedSource', type: 'string', enum: [...CLIENT_SEED_SOURCES] }),
    Type.Null(),
  ],
  {
    description:
      'Origin of the client seed: the request, your account, or the server when it played, which proves less. Null ' +
      'for rolls from before this was recorded',
  },
);

/** What every answer and every history shows of a roll: all that is needed to recompute it. */
const RollView = Type.Object({
  nonce: Type.Integer({ minimum: 1, description: 'The number of this roll among those of its player' }),
  roll: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'The number that was drawn' }),
  serverSeed: Type.String({ description: 'Revealed with the result' }),
  serverSeedHash: Type.String({ description: 'Hash that bound the server before' }),
  clientSeed: Type.String({ description: 'The client seed that it was drawn with' }),
  clientSeedSource: ClientSeedSourceView,
});
export const rollFields = RollView.properties;

export function rollView(rolled: RecordedRoll): Static<typeof RollView> {
  const { nonce, roll, serverSeed, serverSeedHash, clientSeed, clientSeedSource } = rolled;
  return { nonce, roll, serverSeed, serverSeedHash, clientSeed, clientSeedSource };
}

const exampleSeeds = { serverSeed: '5e'.repeat(32), clientSeed: 'my lucky seed', nonce: 18 };
export const exampleRoll: Static<typeof RollView> = {
  ...exampleSeeds,
  roll: rollOf(exampleSeeds),
  serverSeedHash: seedHash(exampleSeeds.serverSeed),
  clientSeedSource: 'REQUEST',
};

/** The same in a history, which also has the time. */
const KeptRollView = Type.Object({
  ...rollFields,
  committedAt: timeOf('When the server was bound to its seed'),
  createdAt: timeOf('When it was played'),
});
export const storedRollFields = KeptRollView.properties;

export function storedRollView(kept: StoredRoll): Static<typeof KeptRollView> {
  const { committedAt, createdAt } = kept;
  return { ...rollView(kept), committedAt: committedAt.toISOString(), createdAt: createdAt.toISOString() };
}

export const exampleStoredRoll: Static<typeof KeptRollView> = {
  ...exampleRoll,
  committedAt: '2026-11-15T11:59:00.000Z',
  createdAt: '2026-11-15T12:00:00.000Z',
};
