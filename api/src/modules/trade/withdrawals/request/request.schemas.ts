import { type Static, Type } from 'typebox';
import { formatUsd } from '../../../../platform/money.ts';
import { centsOf, idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import {
  CategoryField,
  NullableExterior,
  RarityColorField,
  RarityField,
  rarityColorOf,
} from '../../../assets/items/index.ts';
import { type MarketPrice, shownRefusal } from '../../marketplace/index.ts';
import { centsOfCoins } from '../withdrawals.rules.ts';
import { PLAYER_SENTENCES } from '../withdrawals.sentences.ts';
import {
  type PriceComparison,
  type SeenPrice,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from '../withdrawals.types.ts';
import type { CandidateItem, RequestedWithdrawal } from './request.types.ts';

export const CancelParams = Type.Object({ id: idOf('Id of the withdrawal') });
export const WithdrawParams = Type.Object({ id: idOf('Id of the item in your inventory') });

/** A part of a name may be in many others. */
const MAX_RESULTS = 50;

const text = (description: string) => Type.String({ description });
const number = (description: string) => Type.Number({ description });
const flag = (description: string) => Type.Boolean({ description });

const WithdrawnInventoryItem = Type.Object(
  {
    id: idOf('Id of the item in your inventory'),
    userId: idOf('Yours'),
    itemId: idOf('Id of the item in the catalogue'),
    status: text('`LOCKED` where a withdrawal was created, `AVAILABLE` otherwise'),
    acquiredAt: timeOf('When you got it'),
    acquiredFrom: orNull(Type.String(), 'Origin of the item'),
  },
  { title: 'WithdrawnInventoryItem', description: 'The item in your inventory' },
);

const WithdrawnItem = Type.Object(
  {
    id: idOf('Id of the item in the catalogue'),
    name: text('Display name'),
    marketHashName: text('Its name on the marketplace'),
    imageUrl: text('Its picture'),
    rarity: RarityField,
    rarityColor: RarityColorField,
    valueCentsBrl: centsOf('Its worth here, in cents of BRL'),
    originalPriceCents: centsOf('Price of the marketplace when it was priced, in cents of USD'),
    marginPercent: number('Margin in the catalogue'),
    weaponCategory: CategoryField,
    exterior: NullableExterior,
    isStatTrak: flag('Whether it counts kills'),
  },
  { title: 'WithdrawnItem', description: 'Kind of the item' },
);

const listingFields = {
  name: text('Name at the marketplace'),
  count: number('How many are for sale'),
  priceMarketCoins: number('The lowest price in coins, of which 1000 are one USD'),
  priceCentsUsd: number('The lowest price in cents of USD'),
  steamPriceCoins: number('The reference price of Steam in coins'),
  imageUrl: text('Its picture'),
};

const MarketPriceView = Type.Object(
  {
    ...listingFields,
    isExactMatch: flag('Whether it has exactly the name of the item'),
    allResults: Type.Array(
      Type.Object(listingFields, { title: 'MarketListing', description: 'Offers under one name' }),
      { description: `Offers that were found, at most ${MAX_RESULTS}` },
    ),
  },
  { title: 'MarketPrice', description: 'The price of the marketplace' },
);

const PriceComparisonView = Type.Object(
  {
    ourPriceCentsUsd: number('Worth of the item here, in cents of USD'),
    ourPriceUsd: text('The same in USD'),
    maxPayCents: number('The most that is paid for it, in cents of USD'),
    maxPayUsd: text('The same in USD'),
    marketMinPriceCents: number('The lowest price of the marketplace in cents of USD; 0 where none is known'),
    marketMinPriceUsd: text('The same in USD'),
    marginPercent: Type.Optional(number('The margin of the house, of the value')),
    marketCount: number('How many are for sale'),
    hasStock: flag('Whether one is for sale'),
    isPriceValid: flag('Whether the lowest price is no more than is paid'),
    canWithdraw: flag('Whether the item can be withdrawn now'),
    canSwap: flag('Whether it can be swapped on the site'),
    failedConditions: Type.Array(Type.String(), { description: 'Conditions that keep it from being withdrawn' }),
    reason: text('The same in one text'),
    userMessage: text('For the user, in Portuguese'),
  },
  { title: 'PriceComparison', description: 'Worth of the item here beside its price there' },
);

const PurchaseView = Type.Object(
  {
    success: flag('Whether it was bought'),
    marketId: orNull(Type.String(), 'Id of the purchase on the marketplace; null if it was refused'),
    projectId: text('Under which it was asked for'),
    pricePaid: number('Price in coins; 0 if it was refused'),
    pricePaidUsd: text('In USD'),
    name: text('The requested item'),
    sendUntil: orNull(
      Type.Number(),
      'Until when the seller has to send it, in seconds since 1970, where that is known',
    ),
    averageTime: orNull(Type.Number(), 'How long the seller takes on average, in seconds, where that is known'),
    error: Type.Optional(text('Why it was refused; the item is AVAILABLE again')),
  },
  { title: 'WithdrawalPurchase', description: 'The purchase' },
);

const exampleListing = {
  name: 'AK-47 | Redline (Field-Tested)',
  count: 14,
  priceMarketCoins: 12_340,
  priceCentsUsd: 1_234,
  steamPriceCoins: 15_000,
  imageUrl: 'https://images.example/items/77.png',
};

export const WithdrawalAnswer = Type.Object(
  {
    success: flag('Whether it was bought at once'),
    canWithdraw: flag('Whether the marketplace sells it at a price that is paid'),
    inventoryItem: WithdrawnInventoryItem,
    item: WithdrawnItem,
    marketPrice: orNull(MarketPriceView, 'Price of the marketplace; null if it lists nothing or does not answer'),
    priceComparison: orNull(PriceComparisonView, 'Worth of the item here beside its price there'),
    purchase: orNull(
      PurchaseView,
      'Null if nothing was bought yet: it cannot be, an administrator reviews it first (`autoApproved` is false), or ' +
        'the marketplace has not answered (`autoApproved` is true; an event is sent when it does)',
    ),
    withdrawalId: Type.Optional(idOf('The withdrawal, where one was created')),
    status: Type.Optional(
      Type.Unsafe<WithdrawalStatus>({
        title: 'WithdrawalStatus',
        type: 'string',
        enum: [...WITHDRAWAL_STATUSES],
        description:
          'Present status of the withdrawal; PENDING_APPROVAL waits for an administrator. Absent if none was created',
      }),
    ),
    playerMessage: text('The next step, for the player, in Portuguese'),
    autoApproved: Type.Optional(flag('Whether it needs no person; absent where no withdrawal was created')),
  },
  {
    title: 'WithdrawalAnswer',
    description: 'The outcome of a request to withdraw an item',
    examples: [
      {
        success: true,
        canWithdraw: true,
        inventoryItem: {
          id: '90210',
          userId: '17',
          itemId: '77',
          status: 'LOCKED',
          acquiredAt: '2026-11-15T12:00:00.000Z',
          acquiredFrom: 'Caixa - Aurora',
        },
        item: {
          id: '77',
          name: 'AK-47 | Redline (Field-Tested)',
          marketHashName: 'AK-47 | Redline (Field-Tested)',
          imageUrl: 'https://images.example/items/77.png',
          rarity: 'CLASSIFIED',
          rarityColor: '#d32ce6',
          valueCentsBrl: '8100',
          originalPriceCents: '1250',
          marginPercent: 20,
          weaponCategory: 'RIFLE',
          exterior: 'FIELD_TESTED',
          isStatTrak: false,
        },
        marketPrice: { ...exampleListing, isExactMatch: true, allResults: [exampleListing] },
        priceComparison: {
          ourPriceCentsUsd: 1_500,
          ourPriceUsd: '15.00',
          maxPayCents: 1_250,
          maxPayUsd: '12.50',
          marketMinPriceCents: 1_234,
          marketMinPriceUsd: '12.34',
          marginPercent: 16.67,
          marketCount: 14,
          hasStock: true,
          isPriceValid: true,
          canWithdraw: true,
          canSwap: true,
          failedConditions: [],
          reason: 'All conditions are met',
          userMessage: 'Item disponível para saque.',
        },
        purchase: {
          success: true,
          marketId: '5550001',
          projectId: 'wd_90210_1794830400000',
          pricePaid: 12_340,
          pricePaidUsd: '12.34',
          name: 'AK-47 | Redline (Field-Tested)',
          sendUntil: 1_794_831_300,
          averageTime: 120,
        },
        withdrawalId: '42',
        status: 'WAITING_SELLER',
        playerMessage: 'O item foi comprado. O vendedor vai enviar a proposta de troca para a sua conta Steam.',
        autoApproved: true,
      },
    ],
  },
);

export function withdrawalAnswer(requested: RequestedWithdrawal): Static<typeof WithdrawalAnswer> {
  const { candidate, seen, comparison, created } = requested;
  const { id, ownerId, acquiredAt, acquiredFrom, item } = candidate;
  return {
    success: created?.outcome != null && 'bought' in created.outcome,
    canWithdraw: comparison.canWithdraw,
    inventoryItem: {
      id,
      userId: ownerId,
      itemId: item.id,
      status: created === null ? 'AVAILABLE' : 'LOCKED',
      acquiredAt: acquiredAt.toISOString(),
      acquiredFrom,
    },
    item: itemView(item),
    marketPrice: seen === null ? null : marketPriceView(seen),
    priceComparison: comparisonView(comparison),
    purchase: created?.outcome == null ? null : purchaseView(created.projectId, created.outcome, item),
    playerMessage: playerMessageOf(requested),
    ...(created === null
      ? {}
      : {
          withdrawalId: created.withdrawalId,
          status: statusOf(created),
          autoApproved: created.orderId !== null,
        }),
  };
}

type Created = NonNullable<RequestedWithdrawal['created']>;

function statusOf({ orderId, outcome }: Created): WithdrawalStatus {
  if (orderId === null) return 'PENDING_APPROVAL';
  if (outcome === null) return 'PENDING';
  return 'bought' in outcome ? 'WAITING_SELLER' : 'FAILED';
}

const playerMessageOf = ({ created, comparison }: RequestedWithdrawal): string =>
  created === null ? comparison.userMessage : PLAYER_SENTENCES[statusOf(created)];

function itemView(item: CandidateItem): Static<typeof WithdrawnItem> {
  const { id, name, marketHashName, imageUrl, rarity, marginPercent, weaponCategory, exterior, isStatTrak } = item;
  const valueCentsBrl = item.valueCentsBrl.toString();
  const originalPriceCents = item.originalPriceCents.toString();
  return {
    id,
    name,
    marketHashName,
    imageUrl,
    rarity,
    rarityColor: rarityColorOf(rarity),
    valueCentsBrl,
    originalPriceCents,
    marginPercent,
    weaponCategory,
    exterior,
    isStatTrak,
  };
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

function comparisonView(comparison: PriceComparison): Static<typeof PriceComparisonView> {
  const { ourPriceCents, maxPayCents, marketMinPriceCents, ...rest } = comparison;
  return {
    ourPriceCentsUsd: Number(ourPriceCents),
    ourPriceUsd: formatUsd(ourPriceCents),
    maxPayCents: Number(maxPayCents),
    maxPayUsd: formatUsd(maxPayCents),
    marketMinPriceCents: Number(marketMinPriceCents),
    marketMinPriceUsd: formatUsd(marketMinPriceCents),
    ...rest,
  };
}

type Outcome = NonNullable<NonNullable<RequestedWithdrawal['created']>['outcome']>;

function purchaseView(projectId: string, outcome: Outcome, item: CandidateItem): Static<typeof PurchaseView> {
  if ('refused' in outcome) {
    const nothing = { marketId: null, pricePaid: 0, pricePaidUsd: formatUsd(0n), sendUntil: null, averageTime: null };
    return { success: false, projectId, name: item.marketHashName, ...nothing, error: shownRefusal(outcome.refused) };
  }
  const { marketId, priceCoins, name, sendUntil, averageTimeSeconds } = outcome.bought;
  const pricePaidUsd = formatUsd(BigInt(centsOfCoins(priceCoins)));
  return {
    success: true,
    marketId,
    projectId,
    pricePaid: priceCoins,
    pricePaidUsd,
    name,
    sendUntil,
    averageTime: averageTimeSeconds,
  };
}
