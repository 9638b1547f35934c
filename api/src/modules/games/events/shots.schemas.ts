import { percentOfRolls, rollOf, seedHash, type Verification, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { IdText, listOf, Timestamp } from '../../../platform/schemas.ts';
import {
  ChancePercent,
  ClientSeedText,
  examplePrizeItem,
  exampleVerifiedRoll,
  PrizeItem,
  prizeItemView,
  VerifiedRoll,
  verifiedRollView,
} from '../fairness/index.ts';
import { TicketPriceField } from './events.schemas.ts';
import type { FiredShot, StoredShot } from './shots.types.ts';

export const ShotParams = Type.Object({ id: IdText });

export const ShootBody = Type.Object(
  {
    ticketPrice: TicketPriceField,
    eventId: Type.Optional({ ...IdText, description: 'The event that runs, where it is left out' }),
    clientSeed: Type.Optional(ClientSeedText),
  },
  { examples: [{ ticketPrice: 250, clientSeed: 'my lucky seed' }] },
);

const shotFields = {
  id: IdText,
  eventId: IdText,
  ticketPrice: TicketPriceField,
  item: PrizeItem,
  inventoryItemId: IdText,
  chancePercent: ChancePercent,
  nonce: Type.Integer({ minimum: 1, description: 'The number of this shot among yours in the event' }),
  roll: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  serverSeed: Type.String({ description: 'Revealed with the result' }),
  serverSeedHash: Type.String({ description: 'What the server was bound to before' }),
  clientSeed: Type.String(),
};

const exampleSeeds = { serverSeed: '5e'.repeat(32), clientSeed: 'my lucky seed', nonce: 10 };
const exampleShot = {
  id: '801',
  eventId: '3',
  ticketPrice: 250,
  item: examplePrizeItem,
  inventoryItemId: '501',
  chancePercent: '12.5',
  ...exampleSeeds,
  roll: rollOf(exampleSeeds),
  serverSeedHash: seedHash(exampleSeeds.serverSeed),
};

export const FiredShotView = Type.Object(
  { ...shotFields, ticketsLeft: Type.Integer({ minimum: 0 }) },
  { examples: [{ ...exampleShot, ticketsLeft: 560 }] },
);

export function firedShotView(shot: FiredShot): Static<typeof FiredShotView> {
  const { id, eventId, ticketPrice, prize, inventoryItemId } = shot;
  const { nonce, roll, serverSeed, serverSeedHash, clientSeed } = shot;
  return {
    id,
    eventId,
    ticketPrice,
    item: prizeItemView({ ...prize.item, valueCents: shot.itemValueCents }),
    inventoryItemId,
    chancePercent: percentOfRolls(widthOf(prize)),
    nonce,
    roll,
    serverSeed,
    serverSeedHash,
    clientSeed,
    ticketsLeft: Number(shot.ticketsLeft),
  };
}

const StoredShotView = Type.Object({ ...shotFields, committedAt: Timestamp, createdAt: Timestamp });

export const ShotHistory = Type.Object(listOf(StoredShotView).properties, {
  examples: [
    {
      data: [{ ...exampleShot, committedAt: '2026-11-15T12:29:00.000Z', createdAt: '2026-11-15T12:30:00.000Z' }],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function storedShotView(shot: StoredShot): Static<typeof StoredShotView> {
  const { id, eventId, ticketPrice, itemId, itemName: name, itemImageUrl: imageUrl, itemRarity: rarity } = shot;
  const { inventoryItemId, nonce, roll, serverSeed, serverSeedHash, clientSeed } = shot;
  return {
    id,
    eventId,
    ticketPrice,
    item: prizeItemView({ itemId, name, imageUrl, rarity, valueCents: shot.itemValueCents }),
    inventoryItemId,
    chancePercent: percentOfRolls(shot.chanceWidth),
    nonce,
    roll,
    serverSeed,
    serverSeedHash,
    clientSeed,
    committedAt: shot.committedAt.toISOString(),
    createdAt: shot.createdAt.toISOString(),
  };
}

export const VerifiedShot = Type.Object(
  { shotId: IdText, ...VerifiedRoll.properties },
  { examples: [{ shotId: '801', ...exampleVerifiedRoll }] },
);

export function verifiedShotView(shot: StoredShot, verification: Verification): Static<typeof VerifiedShot> {
  return { shotId: shot.id, ...verifiedRollView(shot, verification) };
}
