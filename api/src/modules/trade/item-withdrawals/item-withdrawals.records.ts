import { Type } from 'typebox';
import { type ConstraintErrors, defineAdminError, defineError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { listOf, offsetQuery, walkQuery } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import {
  listOf as arrayOf,
  cents,
  flag,
  id,
  integer,
  oneOf,
  orNull,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { IdText, idOf } from '../../../platform/schemas.ts';
import { RarityColorField, RarityField } from '../../assets/items/index.ts';
import { debtFields, Risk, type UserDebt } from '../suspensions/index.ts';

export const ITEM_WITHDRAWAL_STATUSES = [
  'PENDING_APPROVAL',
  'PENDING',
  'WAITING_SELLER',
  'TRADE_SENT',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
] as const;
export type ItemWithdrawalStatus = (typeof ITEM_WITHDRAWAL_STATUSES)[number];
const statusField = (description: string, example: ItemWithdrawalStatus = 'WAITING_SELLER') =>
  Type.Unsafe<ItemWithdrawalStatus>({
    type: 'string',
    enum: [...ITEM_WITHDRAWAL_STATUSES],
    description,
    examples: [example],
  });

export const storedFields = {
  id: id<'itemWithdrawal'>('Id of the withdrawal'),
  userId: id<'user'>('Id of the owner'),
  inventoryItemId: id<'inventoryItem'>('Id of the item in the inventory'),
  itemId: id<'item'>('Id of the item in the catalogue'),
  orderId: orNull(id<'order'>('The purchase'), 'The order of its purchase; null before'),
  projectId: string('Under which it is bought', 'wd_90210_1794830400000'),
  marketId: orNull(string('The purchase', '5550001'), 'Id of the purchase on the marketplace; null before'),
  tradeId: orNull(string('The offer', '5551234567'), 'Id of the trade offer; null before', null),
  status: statusField(
    'PENDING_APPROVAL: an administrator looks at it; PENDING: it is being bought; WAITING_SELLER: it is bought; ' +
      'TRADE_SENT: the seller has sent the offer; COMPLETED, CANCELLED and FAILED are ends',
  ),
  autoApproved: flag('Whether no administrator had to look at it', true),
  marketStatus: orNull(integer('The status', 0), 'The marketplace’s own status of the trade, 0 to 6; null before'),
  pricePaidCents: cents('Price that was paid for it, in cents of USD; 0 before', '1234'),
  skinValueUsdCents: cents('Worth of the item at the time of the request, in cents of USD', '1500'),
  maxPayCents: cents('The most that may be paid for it, in cents of USD', '1250'),
  failureReason: orNull(string('Why', 'Seller failed to send'), 'Why it was cancelled or failed', null),
  sendUntil: orNull(
    time('The deadline', '2026-11-15T12:15:00.000Z'),
    'Until when the seller has to send it, where that is known',
  ),
  createdAt: time('When it was requested'),
  updatedAt: time('When it changed last', '2026-11-15T12:00:02.000Z'),
  completedAt: orNull(time('When'), 'When the item arrived', null),
  decidedAt: orNull(time('When'), 'When an administrator approved or rejected it', null),
  boughtAt: orNull(time('When'), 'When it was bought'),
  tradeSentAt: orNull(time('When'), 'When the seller sent the offer', null),
  reversedAt: orNull(time('When'), 'When the delivered item was taken back', null),
};
export const itemName = string('Display name', 'AK-47 | Redline (Field-Tested)');
const Stored = Type.Object({ ...storedFields, itemName });
export type ItemWithdrawal = Static<typeof Stored>;

/** A trade URL names the account to which items are sent. */
export interface TradeLink {
  partner: string;
  token: string;
}

const Step = record('WithdrawalStep', 'A part of the way of an item to its owner', {
  name: oneOf(
    ['REQUESTED', 'REVIEWED', 'BOUGHT', 'SENT', 'ACCEPTED', 'ENDED'],
    'WithdrawalStepName',
    'REVIEWED only where a person looks at it; SENT: the seller has sent the offer; ACCEPTED: you have, and the ' +
      'item is yours; ENDED: it came to nothing',
  ),
  state: oneOf(['DONE', 'NOW', 'LATER', 'FAILED'], 'WithdrawalStepState', 'NOW: it is waited for'),
  at: orNull(time('When'), 'When it happened, as far as it was seen'),
  deadline: orNull(time('When'), 'Deadline of the step; null without one', null),
});
export type WithdrawalStep = Static<typeof Step>;

const { inventoryItemId, itemId, projectId, marketId, tradeId, status, marketStatus } = storedFields;
const { pricePaidCents, sendUntil, createdAt, failureReason, completedAt } = storedFields;
const listedFields = {
  itemImage: string('Its picture', 'https://images.example/items/77.png'),
  itemRarity: { ...RarityField, examples: ['CLASSIFIED'] },
  itemValueCents: cents('Its present value in cents of BRL', '8100'),
};
const Listed = Type.Object({ ...storedFields, itemName, ...listedFields });
export type ListedItemWithdrawal = Static<typeof Listed>;

const activeFields = {
  id: storedFields.id,
  inventoryItemId,
  itemId,
  itemName,
  itemImage: listedFields.itemImage,
  itemRarity: listedFields.itemRarity,
  itemRarityColor: RarityColorField,
  itemValueCents: listedFields.itemValueCents,
  projectId,
  marketId,
  tradeId,
  status,
  marketStatus,
  pricePaidCents,
  sendUntil,
  createdAt,
  playerMessage: string(
    'The present step, for the player, in Portuguese',
    'O item foi comprado. O vendedor vai enviar a proposta de troca para a sua conta Steam.',
  ),
  steps: arrayOf(Step, 'Steps that are done, waited for and to come, in order', [
    { name: 'REQUESTED', state: 'DONE', at: '2026-11-15T12:00:00.000Z', deadline: null },
    { name: 'BOUGHT', state: 'DONE', at: '2026-11-15T12:00:02.000Z', deadline: null },
    { name: 'SENT', state: 'NOW', at: null, deadline: '2026-11-15T12:15:00.000Z' },
    { name: 'ACCEPTED', state: 'LATER', at: null, deadline: null },
  ]),
};
const ActiveItemWithdrawal = record('ActiveItemWithdrawal', 'An item on its way to you', activeFields);
export const PlayerItemWithdrawal = record('ItemWithdrawal', 'An item that you have asked for', {
  ...activeFields,
  failureReason,
  completedAt,
});

export const ActiveItemWithdrawals = Type.Object(
  { withdrawals: Type.Array(ActiveItemWithdrawal, { description: 'The newest first' }) },
  {
    title: 'ActiveItemWithdrawals',
    description: 'Withdrawals under way',
    examples: [{ withdrawals: ActiveItemWithdrawal.examples }],
  },
);
export const ItemWithdrawalHistory = Type.Object(
  { withdrawals: Type.Array(PlayerItemWithdrawal, { description: 'The newest first' }) },
  {
    title: 'ItemWithdrawals',
    description: 'Your withdrawals',
    examples: [{ withdrawals: PlayerItemWithdrawal.examples }],
  },
);
export const HISTORY_LIMIT = 50;
export const HistoryQuery = offsetQuery(HISTORY_LIMIT, {});
export const ItemWithdrawalParams = Type.Object({ id: idOf('Id of the withdrawal') });

export const RefreshedItemWithdrawal = record('RefreshedWithdrawal', 'The status of a withdrawal', {
  id: storedFields.id,
  status: statusField('Status of the withdrawal, as the marketplace has just reported', 'TRADE_SENT'),
  marketStatus: orNull(
    Type.Unsafe<number>({ type: 'integer', minimum: 0, maximum: 6, description: 'The status', examples: [4] }),
    'The last status that the marketplace gave the trade, 0 to 6; null before the first',
  ),
  tradeId: orNull(string('The offer', '5551234567'), 'The trade offer on Steam; null before the seller has sent it'),
});

export const beingProcessed = defineError(
  'ITEM_BEING_PROCESSED',
  409,
  'Este item ja esta sendo processado. Por favor, aguarde.',
  'Another request to withdraw the item is under way: wait for its answer.',
);
export const itemNotInInventory = defineError(
  'ITEM_NOT_IN_INVENTORY',
  404,
  'Item not found in inventory',
  'No inventory has an item with this id.',
);
export const itemOfSomebodyElse = defineError(
  'ITEM_OF_SOMEBODY_ELSE',
  400,
  'Item does not belong to this user',
  'The item belongs to another user.',
);
export const notAvailableForWithdrawal = defineError(
  'ITEM_NOT_AVAILABLE_FOR_WITHDRAWAL',
  400,
  {
    say: (status: string) => `Item is not available for withdrawal. Current status: ${status}`,
    params: (status) => ({ status }),
    examples: [['SOLD']],
  },
  'The item was sold, staked or withdrawn, or is locked.',
);
export const alreadyWithdrawing = defineError(
  'WITHDRAWAL_ALREADY_PENDING',
  400,
  {
    say: (status: string) => `This item already has a pending withdrawal. Status: ${status}`,
    params: (status) => ({ status }),
    examples: [['WAITING_SELLER']],
  },
  'The item is already on its way, or has left.',
);
export const withdrawerNotFound = defineError(
  'WITHDRAWER_NOT_FOUND',
  404,
  'Usuario nao encontrado',
  'The account of the caller no longer exists.',
);
export const tradeUrlMissing = defineError(
  'TRADE_URL_MISSING',
  400,
  'Cadastre seu Trade URL do Steam no perfil antes de retirar itens.',
  'Set a trade URL first (`PATCH /user/trade-url`): items are sent there.',
);
export const tradeUrlInvalid = defineError(
  'TRADE_URL_INVALID',
  400,
  'Trade URL invalido. Atualize no perfil.',
  'Items cannot be sent to the trade URL of the account: set it again.',
);
export const withdrawalGoesOn = defineError(
  'WITHDRAWAL_GOES_ON',
  409,
  {
    say: (status: string) => `Esta retirada não pode mais ser cancelada. Status: ${status}`,
    params: (status) => ({ status }),
    examples: [['WAITING_SELLER']],
  },
  'Only a withdrawal that waits for review can be cancelled.',
);
export const itemWithdrawalNotFound = defineError(
  'WITHDRAWAL_NOT_FOUND',
  404,
  'Withdrawal not found',
  'No item withdrawal of yours has this id.',
);
export const notPendingApproval = defineAdminError(
  'WITHDRAWAL_NOT_PENDING_APPROVAL',
  409,
  (status: string) => `Withdrawal does not wait for approval (status: ${status})`,
  'The withdrawal is already approved, rejected or bought.',
);
export const cannotBeBought = defineAdminError(
  'WITHDRAWAL_CANNOT_BE_BOUGHT',
  409,
  (reason: string) => `The item cannot be bought now: ${reason}`,
  'The price was looked up again and does not allow the purchase, or the wallet does not cover it. The withdrawal ' +
    'still waits.',
);
export const withdrawerNotActive = defineAdminError(
  'WITHDRAWER_NOT_ACTIVE',
  409,
  'The user of this withdrawal is suspended or banned',
  'An account that is not active cannot withdraw: reject the withdrawal, or reactivate the account first.',
);

export const withdrawalWithoutMarketId = defineError(
  'WITHDRAWAL_WITHOUT_MARKET_ID',
  400,
  'Withdrawal has no market id',
  'Nothing was bought for the withdrawal yet, so the marketplace has no trade of it.',
);
export const tradeCheckFailed = defineError(
  'TRADE_CHECK_FAILED',
  500,
  'Failed to check trade status',
  'The marketplace gave no answer about the trade. The server asks again by itself: try later.',
  (cause?: unknown) => ({ cause }),
);

/**
 * Two requests may both find the item free, and one of them gets it. The name of a purchase contains the item and the
 * millisecond, so the second request of one millisecond is refused too.
 */
export const itemWithdrawalsConstraintErrors: ConstraintErrors = {
  market_withdrawals_active_item: beingProcessed,
  market_withdrawals_project_id_key: beingProcessed,
  orders_project_id_key: beingProcessed,
};

export const ReviewQuery = walkQuery('Only withdrawals that were asked for before this one', {
  status: Type.Optional(statusField('Only those; all when omitted. `PENDING_APPROVAL` is what waits for you')),
  userId: Type.Optional({ ...IdText, description: 'Only those of this user' }),
});

const reason = (description: string) => Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', description });
export const ApproveBody = Type.Object(
  { reason: Type.Optional(reason('Why, for the audit trail')) },
  { examples: [{ reason: 'The account is known' }, {}] },
);
export const RejectBody = Type.Object(
  { reason: reason('Why; the user reads it, so in Portuguese') },
  { examples: [{ reason: 'Atividade suspeita na conta.' }] },
);

/** The audit trail and proposals know it by this name. */
export const REVIEW_ENTITY = 'skin-withdrawal';

const { orderId: _order, boughtAt: _bought, tradeSentAt: _sent, reversedAt: _reversed, ...shown } = storedFields;
export const AdminItemWithdrawal = record('AdminItemWithdrawal', 'A withdrawal of an item as administrators see it', {
  ...shown,
  itemName,
  username: string('Name of the owner', 'Bia'),
  decidedBy: orNull(id<'user'>('The administrator'), 'The administrator who approved or rejected it', null),
  ...debtFields,
  risk: Risk,
});
export const AdminItemWithdrawalList = listOf(AdminItemWithdrawal, {
  examples: [{ data: AdminItemWithdrawal.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

export interface ReviewedItemWithdrawal extends ItemWithdrawal, UserDebt {
  username: string;
  decidedBy: Id<'user'> | null;
}

export interface WaitingItemWithdrawal extends ItemWithdrawal {
  marketHashName: string;
  valueCents: Cents;
  valueCentsBrl: Cents;
  platformId: string;
  tradeUrl: string | null;
  isUserActive: boolean;
  isSuspended: boolean;
}
