import { percentOfRolls, type Verification, verifyCommand, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { listOf } from '../../../../platform/lists.ts';
import { idOf } from '../../../../platform/schemas.ts';
import {
  ChancePercent,
  ClientSeedText,
  examplePrizeItem,
  exampleRoll,
  exampleStoredRoll,
  exampleVerifiedRoll,
  LogLeafView,
  logLeafOf,
  PrizeItem,
  prizeItemView,
  rollFields,
  rollView,
  storedRollFields,
  storedRollView,
  VerifiedRoll,
  verifiedRollView,
  wonItemView,
} from '../../rolls/index.ts';
import { type FiredShot, type StoredShot, TicketPriceField } from '../events.records.ts';

export const ShotParams = Type.Object({ id: idOf('Id of the shot') });

export const ShootBody = Type.Object(
  {
    ticketPrice: TicketPriceField,
    eventId: Type.Optional(idOf('The event that runs, where it is left out')),
    clientSeed: Type.Optional(ClientSeedText),
  },
  { examples: [{ ticketPrice: 250 }] },
);

const shotFields = {
  id: idOf('Id of the shot'),
  logLeaf: LogLeafView,
  eventId: idOf('Id of the event'),
  ticketPrice: TicketPriceField,
  item: PrizeItem,
  inventoryItemId: idOf('Id of the item in your inventory'),
  chancePercent: ChancePercent,
};

const nonce = Type.Integer({ minimum: 1, description: 'The number of this shot among yours in the event' });

const exampleShot = {
  id: '1',
  logLeaf: logLeafOf('SHOTS', '1'),
  eventId: '1',
  ticketPrice: 250,
  item: examplePrizeItem,
  inventoryItemId: '1',
  chancePercent: '12.5',
};

export const FiredShotView = Type.Object(
  {
    ...shotFields,
    ...rollFields,
    nonce,
    ticketsLeft: Type.Integer({ minimum: 0, description: 'Your tickets, after it' }),
  },
  {
    title: 'Shot',
    description: 'A shot that was fired',
    examples: [{ ...exampleShot, ...exampleRoll, ticketsLeft: 560 }],
  },
);

export function firedShotView(shot: FiredShot): Static<typeof FiredShotView> {
  const { id, eventId, ticketPrice, prize, inventoryItemId } = shot;
  return {
    id,
    logLeaf: logLeafOf('SHOTS', id),
    eventId,
    ticketPrice,
    item: prizeItemView({ ...prize.item, valueCents: shot.itemValueCents }),
    inventoryItemId,
    chancePercent: percentOfRolls(widthOf(prize)),
    ...rollView(shot),
    ticketsLeft: Number(shot.ticketsLeft),
  };
}

const StoredShotView = Type.Object(
  { ...shotFields, ...storedRollFields, nonce },
  { title: 'PastShot', description: 'A shot as the history has it' },
);

export const ShotHistory = listOf(StoredShotView, {
  examples: [
    {
      data: [{ ...exampleShot, ...exampleStoredRoll }],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function storedShotView(shot: StoredShot): Static<typeof StoredShotView> {
  const { id, eventId, ticketPrice, inventoryItemId } = shot;
  return {
    id,
    logLeaf: logLeafOf('SHOTS', id),
    eventId,
    ticketPrice,
    item: wonItemView(shot),
    inventoryItemId,
    chancePercent: percentOfRolls(shot.chanceWidth),
    ...storedRollView(shot),
  };
}

export const VerifiedShot = Type.Object(
  { shotId: idOf('Id of the shot'), ...VerifiedRoll.properties },
  { title: 'VerifiedShot', examples: [{ shotId: '1', ...exampleVerifiedRoll }] },
);

export function verifiedShotView(
  shot: StoredShot,
  verification: Verification,
  publicUrl: string,
): Static<typeof VerifiedShot> {
  const { eventId, ticketPrice, chanceWidth, itemId } = shot;
  const played = {
    eventId,
    ticketPrice,
    ...rollView(shot),
    chancePercent: percentOfRolls(chanceWidth),
    item: { id: itemId },
  };
  const command = verifyCommand('shot', played, publicUrl);
  return { shotId: shot.id, ...verifiedRollView(shot, verification, command) };
}
