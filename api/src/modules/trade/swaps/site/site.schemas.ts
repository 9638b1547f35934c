import { type Static, Type } from 'typebox';
import { type Id, toId } from '../../../../platform/ids.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, IdText, idOf, moneyText, orNull, timeOf } from '../../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';
import { itemGivenTwice } from './site.errors.ts';
import { MAX_GIVEN, type OfferedItem, SITE_SWAP_STATUSES, type SiteSwap, type SiteSwapStatus } from './site.types.ts';

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

/** 400 where an item is named twice, also in another spelling. */
export function givenIdsOf({ inventoryItemIds }: Static<typeof SiteSwapBody>): Id<'inventoryItem'>[] {
  const ids = inventoryItemIds.map((id) => toId<'inventoryItem'>(id));
  if (new Set(ids).size < ids.length) throw itemGivenTwice();
  return ids;
}

const Status = Type.Unsafe<SiteSwapStatus>({
  type: 'string',
  enum: [...SITE_SWAP_STATUSES],
  description:
    'COMPLETED: the target is yours. FAILED: it could not be bought, and your items are AVAILABLE again. PENDING: ' +
    'the marketplace has not answered yet; your items stay IN_SWAP until it does',
});

const SwappedItem = Type.Object(
  {
    id: idOf('Id of the item in your inventory'),
    name: Type.String({ description: 'Display name' }),
    valueCentsBrl: centsOf('Its value in the swap, in cents of BRL'),
    valueFormatted: moneyText('The same, for a person'),
  },
  { title: 'SiteSwappedItem', description: 'An item that is given in a site swap' },
);
const exampleItem = { id: '90210', name: 'P250 | Sand Dune', valueCentsBrl: '20000', valueFormatted: 'R$ 200,00' };

export const SiteSwapResult = Type.Object(
  {
    success: Type.Boolean({ description: 'Whether the target is yours; `status` distinguishes the two other cases' }),
    itemsSwapped: Type.Array(SwappedItem, {
      description: 'Your part: gone if the swap is a success, yours if it has failed',
    }),
    totalSwappedValueCents: Type.Number({ description: 'Their worth together, in cents of BRL' }),
    totalSwappedValueFormatted: moneyText('The same, for a person'),
    receivedItem: orNull(
      Type.Object(
        {
          name: Type.String({ description: 'Display name' }),
          valueCentsBrl: centsOf('Its value in the swap, in cents of BRL'),
        },
        { title: 'SiteSwapReceivedItem' },
      ),
      'The target; null unless the swap is a success',
    ),
    receivedInventoryItemId: orNull(IdText, 'The same in your inventory'),
    swapId: idOf('Id of the swap, as `GET /api/swap/site` lists it'),
    status: Status,
    creditedCents: centsOf('The difference that was credited to your balance, in cents of BRL; 0 where there is none'),
    creditedFormatted: moneyText('The same, for a person'),
    message: Type.String({ description: 'The outcome, for people to read' }),
  },
  {
    title: 'SiteSwapResult',
    description: 'The outcome of a site swap',
    examples: [
      {
        success: true,
        itemsSwapped: [exampleItem],
        totalSwappedValueCents: 20_000,
        totalSwappedValueFormatted: 'R$ 200,00',
        receivedItem: { name: 'AK-47 | Redline (Field-Tested)', valueCentsBrl: '19556' },
        receivedInventoryItemId: '90311',
        swapId: '1',
        status: 'COMPLETED',
        creditedCents: '444',
        creditedFormatted: 'R$ 4,44',
        message: 'Troca concluída.',
      },
    ],
  },
);

const MESSAGES: Readonly<Record<SiteSwapStatus, string>> = {
  COMPLETED: 'Troca concluída.',
  FAILED: 'Não foi possível obter o item. Os seus itens estão disponíveis de novo.',
  PENDING: 'Ainda não sabemos se a compra foi feita. Os seus itens ficam reservados e você será avisado.',
};

export function siteSwapResult(swap: SiteSwap): Static<typeof SiteSwapResult> {
  const { status, given, givenCents, target, targetCents, receivedId } = swap;
  const creditedCents = status === 'COMPLETED' ? swap.creditCents : 0n;
  return {
    success: status === 'COMPLETED',
    itemsSwapped: given.map(swappedItem),
    totalSwappedValueCents: Number(givenCents),
    totalSwappedValueFormatted: formatBrl(givenCents),
    receivedItem: receivedId === null ? null : { name: target.name, valueCentsBrl: targetCents.toString() },
    receivedInventoryItemId: receivedId,
    swapId: swap.id,
    status,
    creditedCents: creditedCents.toString(),
    creditedFormatted: formatBrl(creditedCents),
    message: MESSAGES[status],
  };
}

const swappedItem = ({ inventoryItemId, name, valueCents }: OfferedItem): Static<typeof SwappedItem> => ({
  id: inventoryItemId,
  name,
  valueCentsBrl: valueCents.toString(),
  valueFormatted: formatBrl(valueCents),
});

export const SiteSwapsQuery = walkQuery('Only swaps that were made before this one', {});

const SiteSwapView = Type.Object(
  {
    id: idOf('Id of the site swap'),
    status: Status,
    items: Type.Array(SwappedItem, { description: 'Your part of the swap' }),
    totalValueCents: centsOf('Their worth together, in cents of BRL'),
    totalValueFormatted: moneyText('The same, for a person'),
    target: Type.Object(
      {
        itemId: idOf('Id of the item in the catalogue'),
        name: Type.String({ description: 'Display name' }),
        imageUrl: Type.String({ description: 'Its picture' }),
        rarity: RarityField,
        rarityColor: RarityColorField,
        valueCentsBrl: centsOf('Its value in the swap, in cents of BRL'),
        valueFormatted: moneyText('The same, for a person'),
      },
      { title: 'SiteSwapTarget', description: 'The target' },
    ),
    receivedInventoryItemId: orNull(IdText, 'The target in your inventory; null where it was not bought'),
    creditedCents: centsOf('The difference that was credited to your balance, in cents of BRL'),
    creditedFormatted: moneyText('The same, for a person'),
    failureReason: orNull(Type.String(), 'Answer of the marketplace if it failed'),
    createdAt: timeOf('When you asked for it'),
    settledAt: orNull(timeOf('When the outcome was known'), 'When the outcome was known; null before'),
    undoneAt: orNull(
      timeOf('When the target was taken back'),
      'When the target was taken back and its price was credited to you, since its seller never delivered it; null ' +
        'otherwise',
    ),
  },
  { title: 'SiteSwap', description: 'A swap of your items for one that is bought on the marketplace' },
);

export const SiteSwapList = listOf(SiteSwapView, {
  examples: [
    {
      data: [
        {
          id: '1',
          status: 'COMPLETED',
          items: [exampleItem],
          totalValueCents: '20000',
          totalValueFormatted: 'R$ 200,00',
          target: {
            itemId: '1',
            name: 'AK-47 | Redline (Field-Tested)',
            imageUrl: 'https://items.example/ak-47-redline.png',
            rarity: 'CLASSIFIED',
            rarityColor: '#d32ce6',
            valueCentsBrl: '19556',
            valueFormatted: 'R$ 195,56',
          },
          receivedInventoryItemId: '90311',
          creditedCents: '444',
          creditedFormatted: 'R$ 4,44',
          failureReason: null,
          createdAt: '2026-11-15T12:00:00.000Z',
          settledAt: '2026-11-15T12:00:01.000Z',
          undoneAt: null,
        },
      ],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function siteSwapView(swap: SiteSwap): Static<typeof SiteSwapView> {
  const { target, targetCents } = swap;
  const { creditedCents, creditedFormatted, itemsSwapped, totalSwappedValueFormatted } = siteSwapResult(swap);
  return {
    id: swap.id,
    status: swap.status,
    items: itemsSwapped,
    totalValueCents: swap.givenCents.toString(),
    totalValueFormatted: totalSwappedValueFormatted,
    target: {
      ...target,
      rarity: target.rarity as Static<typeof RarityField>,
      rarityColor: rarityColorOf(target.rarity),
      valueCentsBrl: targetCents.toString(),
      valueFormatted: formatBrl(targetCents),
    },
    receivedInventoryItemId: swap.receivedId,
    creditedCents,
    creditedFormatted,
    failureReason: swap.failureReason,
    createdAt: swap.createdAt.toISOString(),
    settledAt: swap.settledAt?.toISOString() ?? null,
    undoneAt: swap.undoneAt?.toISOString() ?? null,
  };
}
