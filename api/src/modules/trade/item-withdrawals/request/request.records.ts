import { type Static, Type } from 'typebox';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { AppError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type Cents, formatUsd } from '../../../../platform/money.ts';
import {
  cents,
  flag,
  id,
  listOf,
  number,
  oneOf,
  orNull,
  part,
  record,
  string,
  time,
} from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import { itemDetailsNotFound, itemIsRestricted } from '../../../assets/inventory/index.ts';
import {
  CategoryField,
  NullableExterior,
  RarityColorField,
  RarityField,
  rarityColorOf,
} from '../../../assets/items/index.ts';
import { type MarketPrice, type MarketPurchase, shownRefusal } from '../../marketplace/index.ts';
import type { OrderOutcome } from '../../orders/index.ts';
import { type UserDebt, withdrawalsSuspended } from '../../suspensions/index.ts';
import {
  alreadyWithdrawing,
  ITEM_WITHDRAWAL_STATUSES,
  type ItemWithdrawalStatus,
  itemName,
  itemNotInInventory,
  itemOfSomebodyElse,
  notAvailableForWithdrawal,
  type TradeLink,
  tradeUrlInvalid,
  tradeUrlMissing,
  withdrawerNotFound,
} from '../item-withdrawals.records.ts';
import { centsOfCoins, PLAYER_SENTENCES, type PriceComparison, type SeenPrice } from '../item-withdrawals.rules.ts';

export const WithdrawParams = Type.Object({ id: idOf('Id of the item in your inventory') });

/** Many names may contain the name of an item. */
const MAX_RESULTS = 50;

const WithdrawnInventoryItem = record('WithdrawnInventoryItem', 'The item in your inventory', {
  id: id<'inventoryItem'>('Id of the item in your inventory'),
  userId: id<'user'>('Yours'),
  itemId: id<'item'>('Id of the item in the catalogue'),
  status: string('`LOCKED` where a withdrawal was created, `AVAILABLE` otherwise', 'LOCKED'),
  acquiredAt: time('When it was acquired'),
  acquiredFrom: orNull(string('The origin', 'Caixa - Aurora'), 'Origin of the item'),
});

const itemFields = {
  id: id<'item'>('Id of the item in the catalogue'),
  name: itemName,
  marketHashName: string('Its name on the marketplace', 'AK-47 | Redline (Field-Tested)'),
  imageUrl: string('Its picture', 'https://images.example/items/77.png'),
  rarity: { ...RarityField, examples: ['CLASSIFIED'] },
  rarityColor: RarityColorField,
  valueCentsBrl: cents('Its worth here, in cents of BRL', '8100'),
  originalPriceCents: cents('Price of the marketplace when it was priced, in cents of USD', '1250'),
  marginPercent: number('Margin in the catalogue', 20),
  weaponCategory: { ...CategoryField, examples: ['RIFLE'] },
  exterior: { ...NullableExterior, examples: ['FIELD_TESTED'] },
  isStatTrak: flag('Whether it counts kills', false),
};
const WithdrawnItem = record('WithdrawnItem', 'Kind of the item', itemFields);

const listingFields = {
  name: string('Name at the marketplace', 'AK-47 | Redline (Field-Tested)'),
  count: number('How many are for sale', 14),
  priceMarketCoins: number('The lowest price in coins, of which 1000 are one USD', 12_340),
  priceCentsUsd: number('The lowest price in cents of USD', 1_234),
  steamPriceCoins: number('The reference price of Steam in coins', 15_000),
  imageUrl: string('Its picture', 'https://images.example/items/77.png'),
};
const MarketPriceView = record('MarketPrice', 'The price of the marketplace', {
  ...listingFields,
  isExactMatch: flag('Whether it has exactly the name of the item', true),
  allResults: listOf(
    record('MarketListing', 'Offers under one name', listingFields),
    `Offers that were found, at most ${MAX_RESULTS}`,
  ),
});

const PriceComparisonView = record('PriceComparison', 'Worth of the item here beside its price there', {
  ourPriceCentsUsd: number('Worth of the item here, in cents of USD', 1_500),
  ourPriceUsd: string('The same in USD', '15.00'),
  maxPayCents: number('The most that is paid for it, in cents of USD', 1_250),
  maxPayUsd: string('The same in USD', '12.50'),
  marketMinPriceCents: number('The lowest price of the marketplace in cents of USD; 0 where none is known', 1_234),
  marketMinPriceUsd: string('The same in USD', '12.34'),
  marginPercent: Type.Optional(number('The margin of the house, of the value', 16.67)),
  marketCount: number('How many are for sale', 14),
  hasStock: flag('Whether one is for sale', true),
  isPriceValid: flag('Whether the lowest price is no more than is paid', true),
  canWithdraw: flag('Whether the item can be withdrawn now', true),
  canSwap: flag('Whether it can be swapped on the site', true),
  failedConditions: Type.Array(Type.String(), {
    description: 'Conditions that keep it from being withdrawn',
    examples: [[]],
  }),
  reason: string('The same in one text', 'All conditions are met'),
  userMessage: string('For the user, in Portuguese', 'Item disponível para saque.'),
});

const PurchaseView = record('WithdrawalPurchase', 'The purchase', {
  success: flag('Whether it was bought', true),
  marketId: orNull(string('The purchase', '5550001'), 'Id of the purchase on the marketplace; null if it was refused'),
  projectId: string('Under which it was asked for', 'wd_90210_1794830400000'),
  pricePaid: number('Price in coins; 0 if it was refused', 12_340),
  pricePaidUsd: string('In USD', '12.34'),
  name: string('The requested item', 'AK-47 | Redline (Field-Tested)'),
  sendUntil: orNull(
    number('The deadline', 1_794_831_300),
    'Until when the seller has to send it, in seconds since 1970, where that is known',
  ),
  averageTime: orNull(number('Seconds', 120), 'How long the seller takes on average, in seconds, where that is known'),
  error: Type.Optional(Type.String({ description: 'Why it was refused; the item is AVAILABLE again' })),
});

export const WithdrawalAnswer = record('WithdrawalAnswer', 'The outcome of a request to withdraw an item', {
  success: flag('Whether it was bought at once', true),
  canWithdraw: flag('Whether the marketplace sells it at a price that is paid', true),
  inventoryItem: WithdrawnInventoryItem,
  item: WithdrawnItem,
  marketPrice: orNull(
    part(MarketPriceView, 'The price'),
    'Price of the marketplace; null if it lists nothing or does not answer',
  ),
  priceComparison: orNull(part(PriceComparisonView, 'The comparison'), 'Worth of the item here beside its price there'),
  purchase: orNull(
    part(PurchaseView, 'The purchase'),
    'Null if nothing was bought yet: it cannot be, an administrator reviews it first (`autoApproved` is false), or ' +
      'the marketplace has not answered (`autoApproved` is true; an event is sent when it does)',
  ),
  withdrawalId: Type.Optional(id<'itemWithdrawal'>('The withdrawal, where one was created')),
  status: Type.Optional({
    ...oneOf(
      ITEM_WITHDRAWAL_STATUSES,
      'WithdrawalStatus',
      'Present status of the withdrawal; PENDING_APPROVAL waits for an administrator. Absent if none was created',
    ),
    examples: ['WAITING_SELLER'],
  }),
  playerMessage: string('The next step, for the player, in Portuguese', PLAYER_SENTENCES.WAITING_SELLER),
  autoApproved: Type.Optional(flag('Whether it needs no person; absent where no withdrawal was created', true)),
});

export type CandidateItem = Omit<Static<typeof WithdrawnItem>, 'rarityColor'> & { valueCents: Cents };

export interface Candidate {
  id: Id<'inventoryItem'>;
  ownerId: Id<'user'>;
  status: string;
  restrictedToGames: boolean;
  acquiredAt: Date;
  acquiredFrom: string | null;
  /** This withdrawal keeps the item from another one. */
  activeStatus: ItemWithdrawalStatus | null;
  /** Null: the catalogue has lost it. */
  item: CandidateItem | null;
  /** Null: the account of the caller is gone. */
  user: { platformId: string; tradeUrl: string | null; createdAt: Date; isSuspended: boolean } | null;
}

export interface RequestedItemWithdrawal {
  candidate: Candidate & { item: CandidateItem };
  seen: SeenPrice | null;
  comparison: PriceComparison;
  created: {
    withdrawalId: Id<'itemWithdrawal'>;
    projectId: string;
    /** Null: an administrator has to look at it first. */
    orderId: Id<'order'> | null;
    /** Null: no purchase was tried, or its outcome is unknown. */
    outcome: Exclude<OrderOutcome<MarketPurchase>, 'UNKNOWN'> | null;
  } | null;
}

export function refusalOf(
  candidate: Candidate | null,
  userId: Id<'user'>,
  tradeLink: TradeLink | null,
): AppError | null {
  if (candidate === null) return itemNotInInventory();
  const { status, activeStatus, user } = candidate;
  if (candidate.ownerId !== userId) return itemOfSomebodyElse();
  if (candidate.restrictedToGames) return itemIsRestricted();
  if (status !== 'AVAILABLE') return notAvailableForWithdrawal(status);
  if (activeStatus !== null) return alreadyWithdrawing(activeStatus);
  if (candidate.item === null) return itemDetailsNotFound();
  if (user === null) return withdrawerNotFound();
  if (user.tradeUrl === null) return tradeUrlMissing();
  if (tradeLink === null) return tradeUrlInvalid();
  return user.isSuspended ? withdrawalsSuspended() : null;
}

interface ApprovalFacts {
  skinValueUsdCents: Cents;
  /** This São Paulo day counts, without this withdrawal. */
  approvedTodayCents: Cents;
  accountAgeMs: number;
  hasSecurityEntry: boolean;
  /** A second factor or Pix key is new. */
  waits: boolean;
  walletCovers: boolean;
  debt: UserDebt;
  /** They gained from a gift of an administrator who uses the same address or device. */
  gainsNearAdministrator: boolean;
}

interface ApprovalLimits {
  dailyLimitCents: number;
  minAccountHours: number;
}

export function reviewReasonsOf(facts: ApprovalFacts, { dailyLimitCents, minAccountHours }: ApprovalLimits): string[] {
  const reasons = {
    DAILY_LIMIT: facts.approvedTodayCents + facts.skinValueUsdCents > dailyLimitCents,
    NEW_ACCOUNT: facts.accountAgeMs < minAccountHours * HOUR_MS,
    SECURITY_ENTRY: facts.hasSecurityEntry,
    SECURITY_WAIT: facts.waits,
    WALLET_LOW: !facts.walletCovers,
    DEBT: facts.debt.debtCents > 0n,
    OPEN_RETURN: facts.debt.openReturnCents > 0n,
    GAINS_NEAR_ADMINISTRATOR: facts.gainsNearAdministrator,
  };
  return Object.entries(reasons).flatMap(([reason, isGiven]) => (isGiven ? [reason] : []));
}

export const projectIdOf = (inventoryItemId: Id<'inventoryItem'>, now: Date): string =>
  `wd_${inventoryItemId}_${now.getTime()}`;

export function withdrawalAnswer(requested: RequestedItemWithdrawal): Static<typeof WithdrawalAnswer> {
  const { candidate, seen, comparison, created } = requested;
  const { id, ownerId, acquiredAt, acquiredFrom, item } = candidate;
  const outcome = created?.outcome ?? null;
  const inventoryItem = { id, userId: ownerId, itemId: item.id, acquiredAt, acquiredFrom };
  const answer = {
    success: outcome !== null && 'bought' in outcome,
    canWithdraw: comparison.canWithdraw,
    inventoryItem: { ...inventoryItem, status: created === null ? 'AVAILABLE' : 'LOCKED' },
    item: { ...item, rarityColor: rarityColorOf(item.rarity) },
    marketPrice: seen && marketPriceView(seen),
    priceComparison: comparisonView(comparison),
    purchase: created === null || outcome === null ? null : purchaseView(created.projectId, outcome, item),
    playerMessage: comparison.userMessage,
  };
  if (created === null) return answer;
  const { withdrawalId, orderId } = created;
  const status = statusOf(created);
  return { ...answer, withdrawalId, status, playerMessage: PLAYER_SENTENCES[status], autoApproved: orderId !== null };
}

type Created = NonNullable<RequestedItemWithdrawal['created']>;

function statusOf({ orderId, outcome }: Created): ItemWithdrawalStatus {
  if (orderId === null) return 'PENDING_APPROVAL';
  if (outcome === null) return 'PENDING';
  return 'bought' in outcome ? 'WAITING_SELLER' : 'FAILED';
}

const listingView = ({ name, count, minCoins, steamPriceCoins, imageUrl }: MarketPrice) => ({
  name,
  count,
  priceMarketCoins: minCoins,
  priceCentsUsd: centsOfCoins(minCoins),
  steamPriceCoins,
  imageUrl,
});

const marketPriceView = ({ price, isExactMatch, allResults }: SeenPrice) => ({
  ...listingView(price),
  isExactMatch,
  allResults: allResults.slice(0, MAX_RESULTS).map(listingView),
});

const comparisonView = ({ ourPriceCents, maxPayCents, marketMinPriceCents, ...rest }: PriceComparison) => ({
  ...rest,
  ourPriceCentsUsd: Number(ourPriceCents),
  ourPriceUsd: formatUsd(ourPriceCents),
  maxPayCents: Number(maxPayCents),
  maxPayUsd: formatUsd(maxPayCents),
  marketMinPriceCents: Number(marketMinPriceCents),
  marketMinPriceUsd: formatUsd(marketMinPriceCents),
});

function purchaseView(projectId: string, outcome: NonNullable<Created['outcome']>, item: CandidateItem) {
  if ('refused' in outcome) {
    const nothing = { marketId: null, pricePaid: 0, pricePaidUsd: formatUsd(0n), sendUntil: null, averageTime: null };
    return { success: false, projectId, name: item.marketHashName, ...nothing, error: shownRefusal(outcome.refused) };
  }
  const { marketId, priceCoins, name, sendUntil, averageTimeSeconds } = outcome.bought;
  const pricePaidUsd = formatUsd(BigInt(centsOfCoins(priceCoins)));
  const averageTime = averageTimeSeconds;
  return { success: true, marketId, projectId, pricePaid: priceCoins, pricePaidUsd, name, sendUntil, averageTime };
}
