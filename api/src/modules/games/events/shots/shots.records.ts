import { percentOfRolls, type Verification, verifyCommand, widthOf } from '@lisura/fairness';
import { Type } from 'typebox';
import { listOf } from '../../../../platform/lists.ts';
import { id, part, record } from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import {
  ChancePercent,
  ClientSeedText,
  LogLeafView,
  logLeafOf,
  PrizeItem,
  prizeItemView,
  rollFields,
  rollView,
  storedRollFields,
  verifiedRollFields,
  verifiedRollView,
  wonItemView,
} from '../../rolls/index.ts';
import { count, type FiredShot, type StoredShot, TicketPriceField } from '../events.records.ts';

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
  id: id<'event-shot'>('Id of the shot'),
  logLeaf: part(LogLeafView, 'Its leaf in the public log, as `GET /log/inclusion` takes it', logLeafOf('SHOTS', '1')),
  eventId: id<'event'>('Id of the event'),
  ticketPrice: TicketPriceField,
  item: PrizeItem,
  inventoryItemId: id<'inventoryItem'>('Id of the item in your inventory'),
  chancePercent: ChancePercent,
};
const nonce = { ...rollFields.nonce, description: 'The number of this shot among yours in the event' };

export const Shot = record('Shot', 'A shot that was fired', {
  ...shotFields,
  ...rollFields,
  nonce,
  ticketsLeft: count('Your tickets, after it', 560, { minimum: 0 }),
});

export const firedShotView = (shot: FiredShot) => ({
  ...shot,
  logLeaf: logLeafOf('SHOTS', shot.id),
  item: prizeItemView({ ...shot.prize.item, valueCents: shot.itemValueCents }),
  chancePercent: percentOfRolls(widthOf(shot.prize)),
});

const PastShot = record('PastShot', 'A shot as the history has it', { ...shotFields, ...storedRollFields, nonce });
export const ShotHistory = listOf(PastShot, {
  examples: [{ data: PastShot.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

export const storedShotView = (shot: StoredShot) => ({
  ...shot,
  logLeaf: logLeafOf('SHOTS', shot.id),
  item: wonItemView(shot),
  chancePercent: percentOfRolls(shot.chanceWidth),
});

export const VerifiedShot = record('VerifiedShot', 'The computation of a shot', {
  shotId: idOf('Id of the shot'),
  ...verifiedRollFields,
});

export function verifiedShotView(shot: StoredShot, verification: Verification, publicUrl: string) {
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
