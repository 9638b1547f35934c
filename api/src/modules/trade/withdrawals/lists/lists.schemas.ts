import { type Static, Type } from 'typebox';
import { offsetQuery } from '../../../../platform/lists.ts';
import { centsOf, idOf, orNull, Timestamp, timeOf } from '../../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';
import { PLAYER_SENTENCES } from '../withdrawals.sentences.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../withdrawals.types.ts';
import type { ListedWithdrawal } from './lists.types.ts';
import { STEP_NAMES, STEP_STATES, stepsOf, type WithdrawalStep } from './steps.rules.ts';

const DEFAULT_LIMIT = 50;

export const HistoryQuery = offsetQuery(DEFAULT_LIMIT, {});
export const historyPartOf = ({ limit = DEFAULT_LIMIT, offset = 0 }: Static<typeof HistoryQuery>) => ({
  limit,
  offset,
});

const StepView = Type.Object(
  {
    name: Type.Unsafe<WithdrawalStep['name']>({
      title: 'WithdrawalStepName',
      type: 'string',
      enum: [...STEP_NAMES],
      description:
        'REVIEWED only where a person looks at it; SENT: the seller has sent the offer; ACCEPTED: you have, and the ' +
        'item is yours; ENDED: it came to nothing',
    }),
    state: Type.Unsafe<WithdrawalStep['state']>({
      title: 'WithdrawalStepState',
      type: 'string',
      enum: [...STEP_STATES],
      description: 'NOW: it is waited for',
    }),
    at: orNull(Timestamp, 'When it happened, as far as it was seen'),
    deadline: orNull(Timestamp, 'Deadline of the step; null without one'),
  },
  { title: 'WithdrawalStep', description: 'A part of the way of an item to its owner' },
);

const activeFields = {
  id: idOf('Id of the withdrawal'),
  inventoryItemId: idOf('The item in your inventory'),
  itemId: idOf('Id of the item in the catalogue'),
  itemName: Type.String({ description: 'Display name' }),
  itemImage: Type.String({ description: 'Its picture' }),
  itemRarity: RarityField,
  itemRarityColor: RarityColorField,
  itemValueCents: centsOf('Its value of now in cents of BRL'),
  projectId: Type.String({ description: 'Under which it is bought' }),
  marketId: orNull(Type.String(), 'Id of the purchase on the marketplace; null before'),
  tradeId: orNull(Type.String(), 'Id of the trade offer; null before'),
  status: Type.Unsafe<WithdrawalStatus>({
    type: 'string',
    enum: [...WITHDRAWAL_STATUSES],
    description:
      'PENDING_APPROVAL: an administrator looks at it; PENDING: it is being bought; WAITING_SELLER: it is bought; ' +
      'TRADE_SENT: the seller has sent the offer; COMPLETED, CANCELLED and FAILED are ends',
  }),
  marketStatus: orNull(Type.Integer(), 'The marketplace’s own status of the trade, 0 to 6; null before'),
  pricePaidCents: centsOf('Price that was paid for it, in cents of USD; 0 before'),
  sendUntil: orNull(Timestamp, 'Until when the seller has to send it, where that is known'),
  createdAt: timeOf('When you asked for it'),
  playerMessage: Type.String({ description: 'The present step, for the player, in Portuguese' }),
  steps: Type.Array(StepView, { description: 'Steps that are done, waited for and to come, in order' }),
};

const example = {
  id: '42',
  inventoryItemId: '90210',
  itemId: '77',
  itemName: 'AK-47 | Redline (Field-Tested)',
  itemImage: 'https://images.example/items/77.png',
  itemRarity: 'CLASSIFIED',
  itemRarityColor: '#d32ce6',
  itemValueCents: '8100',
  projectId: 'wd_90210_1794830400000',
  marketId: '5550001',
  tradeId: null,
  status: 'WAITING_SELLER',
  marketStatus: 0,
  pricePaidCents: '1234',
  sendUntil: '2026-11-15T12:15:00.000Z',
  createdAt: '2026-11-15T12:00:00.000Z',
  playerMessage: PLAYER_SENTENCES.WAITING_SELLER,
  steps: [
    { name: 'REQUESTED', state: 'DONE', at: '2026-11-15T12:00:00.000Z', deadline: null },
    { name: 'BOUGHT', state: 'DONE', at: '2026-11-15T12:00:02.000Z', deadline: null },
    { name: 'SENT', state: 'NOW', at: null, deadline: '2026-11-15T12:15:00.000Z' },
    { name: 'ACCEPTED', state: 'LATER', at: null, deadline: null },
  ],
};

const ActiveWithdrawal = Type.Object(activeFields, {
  title: 'ActiveItemWithdrawal',
  description: 'An item on its way to you',
});
export const PastWithdrawal = Type.Object(
  {
    ...activeFields,
    failureReason: orNull(Type.String(), 'Why it was cancelled or failed'),
    completedAt: orNull(Timestamp, 'When the item arrived'),
  },
  {
    title: 'ItemWithdrawal',
    description: 'An item that you have asked for',
    examples: [{ ...example, failureReason: null, completedAt: null }],
  },
);

export const ActiveWithdrawals = Type.Object(
  { withdrawals: Type.Array(ActiveWithdrawal, { description: 'The newest first' }) },
  { title: 'ActiveItemWithdrawals', description: 'Withdrawals under way', examples: [{ withdrawals: [example] }] },
);
export const WithdrawalHistory = Type.Object(
  { withdrawals: Type.Array(PastWithdrawal, { description: 'The newest first' }) },
  {
    title: 'ItemWithdrawals',
    description: 'Your withdrawals',
    examples: [{ withdrawals: [{ ...example, failureReason: null, completedAt: null }] }],
  },
);

const stepView = ({ name, state, at, deadline }: WithdrawalStep): Static<typeof StepView> => ({
  name,
  state,
  at: at?.toISOString() ?? null,
  deadline: deadline?.toISOString() ?? null,
});

export function activeView(withdrawal: ListedWithdrawal): Static<typeof ActiveWithdrawal> {
  const { id, inventoryItemId, itemId, itemName, itemImage, itemRarity } = withdrawal;
  const { projectId, marketId, tradeId, status, marketStatus } = withdrawal;
  return {
    id,
    inventoryItemId,
    itemId,
    itemName,
    itemImage,
    itemRarity,
    itemRarityColor: rarityColorOf(itemRarity),
    itemValueCents: withdrawal.itemValueCents.toString(),
    projectId,
    marketId,
    tradeId,
    status,
    marketStatus,
    pricePaidCents: withdrawal.pricePaidCents.toString(),
    sendUntil: withdrawal.sendUntil?.toISOString() ?? null,
    createdAt: withdrawal.createdAt.toISOString(),
    playerMessage: PLAYER_SENTENCES[status],
    steps: stepsOf(withdrawal).map(stepView),
  };
}

export const historyView = (withdrawal: ListedWithdrawal): Static<typeof PastWithdrawal> => ({
  ...activeView(withdrawal),
  failureReason: withdrawal.failureReason,
  completedAt: withdrawal.completedAt?.toISOString() ?? null,
});
