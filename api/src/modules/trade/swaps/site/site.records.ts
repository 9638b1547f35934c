import { type Static, Type } from 'typebox';
import type { Id } from '../../../../platform/ids.ts';
import { offsetQuery, listOf as pageOf, walkQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import { cents, flag, id, integer, listOf, orNull, part, record, string, time } from '../../../../platform/record.ts';
import { IdText } from '../../../../platform/schemas.ts';
import { defineSetting } from '../../../../platform/settings/settings.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';

const SITE_SWAP_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;

const MAX_GIVEN = 6;

export const SITE_SWAP = 'SITE_SWAP';

export interface OfferedItem {
  inventoryItemId: Id<'inventoryItem'>;
  itemId: Id<'item'>;
  name: string;
  valueCents: Cents;
}

export interface SiteSwap {
  id: Id<'site-swap'>;
  userId: Id<'user'>;
  orderId: Id<'order'>;
  status: (typeof SITE_SWAP_STATUSES)[number];
  given: OfferedItem[];
  givenCents: Cents;
  target: { itemId: Id<'item'>; name: string; imageUrl: string; rarity: Rarity };
  targetCents: Cents;
  creditCents: Cents;
  /** The most by which the purchase may exceed the value in the catalogue. */
  overCents: Cents;
  quotedCoins: number;
  maxCoins: number;
  receivedId: Id<'inventoryItem'> | null;
  failureReason: string | null;
  createdAt: Date;
  settledAt: Date | null;
  undoneAt: Date | null;
}
type Rarity = Static<typeof RarityField>;

export interface HouseAccount {
  partner: string;
  token: string;
}
export interface SiteSwapAsk extends HouseAccount {
  name: string;
  maxCoins: number;
}

const itemText = 'AK-47 | Redline (Field-Tested)';
const formatted = (example: string) => string('The same, for a person', example);
const choice = <const Value extends string>(values: readonly Value[], description: string, example: Value) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description, examples: [example] });
const shownFields = {
  itemId: id<'item'>('Id of the item in the catalogue'),
  name: string('Display name', itemText),
  imageUrl: string('Its picture', 'https://items.example/ak-47-redline.png'),
  rarity: { ...RarityField, examples: ['CLASSIFIED'] },
  rarityColor: RarityColorField,
};
const Status = choice(
  SITE_SWAP_STATUSES,
  'COMPLETED: the target is yours. FAILED: it could not be bought, and your items are AVAILABLE again. PENDING: ' +
    'the marketplace has not answered yet; your items stay IN_SWAP until it does',
  'COMPLETED',
);

const SwapTarget = record('SwapTarget', 'An item that you may swap yours for', {
  marketHashName: string('Name that `POST /api/swap/site` takes', itemText),
  ...shownFields,
  valueCentsBrl: cents(
    'Present price, in cents of BRL: its value in the catalogue, or the price of the marketplace with the house ' +
      'margin if that is more',
    '19556',
  ),
  valueFormatted: formatted('R$ 195,56'),
  count: integer('How many are for sale', 4),
});
export type SwapTarget = Omit<Static<typeof SwapTarget>, 'rarityColor' | 'valueFormatted'>;

const DEFAULT_TARGETS = 20;
const OffsetMeta = record('OffsetMeta', 'The place of this part in the list', {
  total: integer('Targets that fit, on all parts', 1),
  limit: integer('Targets at most, as asked for', DEFAULT_TARGETS),
  offset: integer('Targets left out, as asked for', 0),
  hasMore: flag('Whether more follow', false),
});
export const TargetList = Type.Object(
  { data: listOf(SwapTarget, 'The targets of this part of the list'), meta: OffsetMeta },
  { title: 'SwapTargetPage', examples: [{ data: SwapTarget.examples, meta: OffsetMeta.examples[0] }] },
);
export function targetList(
  targets: readonly SwapTarget[],
  { limit = DEFAULT_TARGETS, offset = 0 }: { limit?: number; offset?: number },
): Static<typeof TargetList> {
  const data = targets.slice(offset, offset + limit).map((target) => ({
    ...target,
    rarityColor: rarityColorOf(target.rarity),
    valueFormatted: formatBrl(target.valueCentsBrl),
  }));
  return { data, meta: { total: targets.length, limit, offset, hasMore: offset + limit < targets.length } };
}

const ValueBound = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });
export const TargetsQuery = offsetQuery(DEFAULT_TARGETS, {
  minValueCents: Type.Optional(ValueBound('Lowest price in BRL cents')),
  maxValueCents: Type.Optional(ValueBound('Highest price in BRL cents')),
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, in any case' })),
  sortOrder: Type.Optional(
    Type.Unsafe<'asc' | 'desc'>({
      type: 'string',
      enum: ['asc', 'desc'],
      default: 'asc',
      description: 'Order by value',
    }),
  ),
});

const GivenItem = record('SiteSwappedItem', 'An item that is given in a site swap', {
  id: id<'inventoryItem'>('Id of the item in your inventory'),
  name: string('Display name', 'P250 | Sand Dune'),
  valueCentsBrl: cents('Its value in the swap, in cents of BRL', '20000'),
  valueFormatted: formatted('R$ 200,00'),
});
const ReceivedItem = Type.Object(
  { name: string('Display name', itemText), valueCentsBrl: cents('Its value in the swap, in cents of BRL', '19556') },
  { title: 'SiteSwapReceivedItem', examples: [{ name: itemText, valueCentsBrl: '19556' }] },
);
const received = (description: string) => orNull(id<'inventoryItem'>('The item'), description, '90311');

export const SiteSwapResult = record('SiteSwapResult', 'The outcome of a site swap', {
  success: flag('Whether the target is yours; `status` distinguishes the two other cases', true),
  itemsSwapped: listOf(GivenItem, 'Your part: gone if the swap is a success, yours if it has failed'),
  totalSwappedValueCents: Type.Number({ description: 'Their worth together, in cents of BRL', examples: [20_000] }),
  totalSwappedValueFormatted: formatted('R$ 200,00'),
  receivedItem: orNull(part(ReceivedItem, 'The target'), 'The target; null unless the swap is a success'),
  receivedInventoryItemId: received('The same in your inventory'),
  swapId: id<'site-swap'>('Id of the swap, as `GET /api/swap/site` lists it'),
  status: Status,
  creditedCents: cents(
    'The difference that was credited to your balance, in cents of BRL; 0 where there is none',
    '444',
  ),
  creditedFormatted: formatted('R$ 4,44'),
  message: string('The outcome, for people to read', 'Troca concluída.'),
});

const MESSAGES: Readonly<Record<SiteSwap['status'], string>> = {
  COMPLETED: 'Troca concluída.',
  FAILED: 'Não foi possível obter o item. Os seus itens estão disponíveis de novo.',
  PENDING: 'Ainda não sabemos se a compra foi feita. Os seus itens ficam reservados e você será avisado.',
};

export function siteSwapResult(swap: SiteSwap): Static<typeof SiteSwapResult> {
  const { status, givenCents, target, targetCents, receivedId } = swap;
  const creditedCents = status === 'COMPLETED' ? swap.creditCents : 0n;
  return {
    success: status === 'COMPLETED',
    itemsSwapped: swap.given.map(({ inventoryItemId, name, valueCents }) => ({
      id: inventoryItemId,
      name,
      valueCentsBrl: valueCents,
      valueFormatted: formatBrl(valueCents),
    })),
    totalSwappedValueCents: Number(givenCents),
    totalSwappedValueFormatted: formatBrl(givenCents),
    receivedItem: receivedId === null ? null : { name: target.name, valueCentsBrl: targetCents },
    receivedInventoryItemId: receivedId,
    swapId: swap.id,
    status,
    creditedCents,
    creditedFormatted: formatBrl(creditedCents),
    message: MESSAGES[status],
  };
}

const OwnSiteSwap = record('SiteSwap', 'A swap of your items for one that is bought on the marketplace', {
  id: id<'site-swap'>('Id of the site swap'),
  status: Status,
  items: listOf(GivenItem, 'Your part of the swap'),
  totalValueCents: cents('Their worth together, in cents of BRL', '20000'),
  totalValueFormatted: formatted('R$ 200,00'),
  target: part(
    record('SiteSwapTarget', 'The target', {
      ...shownFields,
      valueCentsBrl: cents('Its value in the swap, in cents of BRL', '19556'),
      valueFormatted: formatted('R$ 195,56'),
    }),
    'The target',
  ),
  receivedInventoryItemId: received('The target in your inventory; null where it was not bought'),
  creditedCents: cents('The difference that was credited to your balance, in cents of BRL', '444'),
  creditedFormatted: formatted('R$ 4,44'),
  failureReason: orNull(string('Why', 'Item sold'), 'Answer of the marketplace if it failed', null),
  createdAt: time('When you asked for it'),
  settledAt: orNull(time('When', '2026-11-15T12:00:01.000Z'), 'When the outcome was known; null before'),
  undoneAt: orNull(
    time('When'),
    'When the target was taken back and its price was credited to you, since its seller never delivered it; null ' +
      'otherwise',
    null,
  ),
});
export const SiteSwapsQuery = walkQuery('Only swaps that were made before this one', {});
export const SiteSwapList = pageOf(OwnSiteSwap, {
  examples: [{ data: OwnSiteSwap.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

export function siteSwapView(swap: SiteSwap): Static<typeof OwnSiteSwap> {
  const { target, targetCents } = swap;
  const { creditedCents, creditedFormatted, itemsSwapped, totalSwappedValueFormatted } = siteSwapResult(swap);
  return {
    ...swap,
    items: itemsSwapped,
    totalValueCents: swap.givenCents,
    totalValueFormatted: totalSwappedValueFormatted,
    target: {
      ...target,
      rarityColor: rarityColorOf(target.rarity),
      valueCentsBrl: targetCents,
      valueFormatted: formatBrl(targetCents),
    },
    receivedInventoryItemId: swap.receivedId,
    creditedCents,
    creditedFormatted,
  };
}

export const SiteSwapBody = Type.Object(
  {
    inventoryItemIds: Type.Array(IdText, {
      minItems: 1,
      maxItems: MAX_GIVEN,
      description: `Your part: 1 to ${MAX_GIVEN} AVAILABLE items of yours, each once`,
    }),
    targetMarketHashName: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The target: a `marketHashName` of `GET /api/swap/targets`',
    }),
  },
  { examples: [{ inventoryItemIds: ['1'], targetMarketHashName: 'AK-47 | Redline (Field-Tested)' }] },
);

export const siteSwapCeilingSetting = defineSetting({
  key: 'siteSwapCeilingPercent',
  description:
    "Most that the house pays for a site swap, in percent of the target's catalogue value and at the margin of " +
    'the house; it may always pay what the user paid. Above 100 it may pay that much more than it received.',
  schema: Type.Integer({ minimum: 100, maximum: 150 }),
  default: 100,
  weakenedBy: 'RAISED',
});

export const siteSwapOverAlertSetting = defineSetting({
  key: 'siteSwapOverAlertCents',
  description:
    'Amount by which the purchases for site swaps of a São Paulo day may exceed the catalogue values before an ' +
    'alert is raised.',
  schema: Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  default: 50_000,
  weakenedBy: 'RAISED',
});

export const siteSwapOverCapSetting = defineSetting({
  key: 'siteSwapOverCapCents',
  description: 'Like siteSwapOverAlertCents, before such swaps are refused.',
  schema: Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  default: 200_000,
  weakenedBy: 'RAISED',
});
