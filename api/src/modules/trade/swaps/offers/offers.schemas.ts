import { type Static, Type } from 'typebox';
import { type Id, toId } from '../../../../platform/ids.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { CentsText, described, IdText, Timestamp } from '../../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';
import { PublicUserView } from '../../../people/users/index.ts';
import { itemGivenTwice } from './offers.errors.ts';
import { hasRepeats } from './offers.rules.ts';
import {
  DIRECTIONS,
  type Direction,
  MAX_ITEMS_PER_SIDE,
  type Offer,
  type OfferRequest,
  type ShownItem,
  SWAP_STATUSES,
  type SwapStatus,
  type Trader,
} from './offers.types.ts';

export const SwapParams = Type.Object({ id: Type.String({ ...IdText, description: 'Id of the swap' }) });

export const CreateBody = Type.Object(
  {
    inventoryItemIds: Type.Array(IdText, {
      minItems: 1,
      maxItems: MAX_ITEMS_PER_SIDE,
      description: `Your offer: 1 to ${MAX_ITEMS_PER_SIDE} AVAILABLE items of yours, each once`,
    }),
    acceptorId: Type.Optional(
      Type.String({ ...IdText, description: 'The user that you offer it to; without one it is offered to everybody' }),
    ),
    askedInventoryItemIds: Type.Optional(
      Type.Array(IdText, {
        maxItems: MAX_ITEMS_PER_SIDE,
        description: 'Certain AVAILABLE items of the acceptor that you ask for it, each once; not of everybody',
      }),
    ),
    askedItemIds: Type.Optional(
      Type.Array(IdText, {
        maxItems: MAX_ITEMS_PER_SIDE,
        description:
          'Items of the catalogue that you want in return, each as often as you want it: the acceptor chooses which ' +
          `of theirs to give. At most ${MAX_ITEMS_PER_SIDE} are asked in all; a swap that asks for nothing is a gift`,
      }),
    ),
  },
  { examples: [{ inventoryItemIds: ['90210'], acceptorId: '17', askedItemIds: ['12'] }] },
);

export function offerRequestOf(creatorId: Id<'user'>, body: Static<typeof CreateBody>): OfferRequest {
  const { inventoryItemIds, acceptorId, askedInventoryItemIds = [], askedItemIds = [] } = body;
  return {
    creatorId,
    acceptorId: acceptorId === undefined ? null : toId(acceptorId),
    offeredIds: inventoryItemIds.map((id) => toId<'inventoryItem'>(id)),
    askedIds: askedInventoryItemIds.map((id) => toId<'inventoryItem'>(id)),
    askedItemIds: askedItemIds.map((id) => toId<'item'>(id)),
  };
}

export const AcceptBody = Type.Object(
  {
    inventoryItemIds: Type.Optional(
      Type.Array(IdText, {
        maxItems: MAX_ITEMS_PER_SIDE,
        description:
          'Your part: an AVAILABLE item of yours for each kind that is asked. Items that the swap asks for by their ' +
          'own ids need not be named again',
      }),
    ),
  },
  { examples: [{ inventoryItemIds: ['77001'] }] },
);

/** 400 where an item is named twice, also in another spelling. */
export function chosenIdsOf({ inventoryItemIds = [] }: Static<typeof AcceptBody>): Id<'inventoryItem'>[] {
  const ids = inventoryItemIds.map((id) => toId<'inventoryItem'>(id));
  if (hasRepeats(ids)) throw itemGivenTwice();
  return ids;
}

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description });

export const OwnSwapsQuery = walkQuery('Only swaps that were made before this one', {
  status: Type.Optional(oneOf<SwapStatus>(SWAP_STATUSES, 'Only those; all when omitted')),
  direction: Type.Optional(
    oneOf<Direction>(
      DIRECTIONS,
      '`SENT`: that you made; `RECEIVED`: made to you, or accepted by you; both when omitted',
    ),
  ),
});

export const PublicSwapsQuery = walkQuery('Only swaps that were made before this one', {});

const Formatted = Type.String({ description: 'For people to read', examples: ['R$ 45,00'] });

const itemFields = {
  itemId: Type.String({ ...IdText, description: 'Id of the item in the catalogue' }),
  name: Type.String({ description: 'Display name' }),
  imageUrl: Type.String({ description: 'Its picture' }),
  rarity: Type.Unsafe<string>(RarityField),
  rarityColor: RarityColorField,
  valueCentsBrl: Type.String({ ...CentsText, description: 'Its value of now in cents of BRL' }),
  valueFormatted: Formatted,
};
const SwappedItem = Type.Object(
  { inventoryItemId: Type.String({ ...IdText, description: 'Id of the item in an inventory' }), ...itemFields },
  { title: 'SwappedItem', description: 'An item in the inventory of a user' },
);
const AskedItem = Type.Object(
  {
    inventoryItemId: Type.Union([IdText, Type.Null()], {
      description: 'The certain item that is asked for; null where any of the kind will do',
    }),
    ...itemFields,
  },
  { title: 'AskedItem', description: 'An item that is asked for' },
);

const exampleItem = {
  inventoryItemId: '90210',
  itemId: '77',
  name: 'AK-47 | Redline (Field-Tested)',
  imageUrl: 'https://images.example/items/77.png',
  rarity: 'CLASSIFIED',
  rarityColor: '#d32ce6',
  valueCentsBrl: '4500',
  valueFormatted: 'R$ 45,00',
};
const exampleSwap = {
  id: '311',
  status: 'PENDING',
  isPublic: false,
  creator: { id: '5', username: 'Ana', avatarUrl: null },
  acceptor: { id: '17', username: 'Bia', avatarUrl: null },
  offered: [exampleItem],
  asked: [
    {
      ...exampleItem,
      inventoryItemId: null,
      itemId: '12',
      name: 'AWP | Asiimov (Field-Tested)',
      valueCentsBrl: '10000',
      valueFormatted: 'R$ 100,00',
    },
  ],
  given: [],
  offeredValueCents: '4500',
  offeredValueFormatted: 'R$ 45,00',
  askedValueCents: '10000',
  askedValueFormatted: 'R$ 100,00',
  createdAt: '2026-11-15T12:00:00.000Z',
  endedAt: null,
};

/** A swap in answers, and in socket events. */
export const Swap = Type.Object(
  {
    id: Type.String({ ...IdText, description: 'Id of the swap' }),
    status: oneOf<SwapStatus>(SWAP_STATUSES, 'PENDING until it is accepted, cancelled or declined'),
    isPublic: Type.Boolean({ description: 'Whether it was offered to everybody' }),
    creator: described(PublicUserView, 'The creator of the swap'),
    acceptor: Type.Union([PublicUserView, Type.Null()], {
      description: 'The user it is offered to; for a public one the user who has accepted it, and null before',
    }),
    offered: Type.Array(SwappedItem, { description: 'Items that the creator gives' }),
    asked: Type.Array(AskedItem, { description: 'Items that are asked in return; none for a gift' }),
    given: Type.Array(SwappedItem, { description: 'Items that the acceptor has given in return; none before' }),
    offeredValueCents: Type.String({
      ...CentsText,
      description: 'Present worth of the offered items, in cents of BRL',
    }),
    offeredValueFormatted: Formatted,
    askedValueCents: Type.String({ ...CentsText, description: 'Present worth of the asked items, in cents of BRL' }),
    askedValueFormatted: Formatted,
    createdAt: Type.String({ ...Timestamp, description: 'When it was made' }),
    endedAt: Type.Union([Timestamp, Type.Null()], {
      description: 'When it was accepted, cancelled or declined; null before',
    }),
  },
  { title: 'Swap', description: 'An offer to swap items', examples: [exampleSwap] },
);

export const SwapList = listOf(Swap, {
  examples: [{ data: [exampleSwap], meta: { page: 1, limit: 20, total: 1 } }],
});

export function swapView(offer: Offer): Static<typeof Swap> {
  const [offeredCents, askedCents] = [totalOf(offer.offered), totalOf(offer.asked)];
  return {
    id: offer.id,
    status: offer.status,
    isPublic: offer.isPublic,
    creator: traderView(offer.creator),
    acceptor: offer.acceptor && traderView(offer.acceptor),
    offered: offer.offered.map(swappedItemView),
    asked: offer.asked.map(askedItemView),
    given: offer.given.map(swappedItemView),
    offeredValueCents: offeredCents.toString(),
    offeredValueFormatted: formatBrl(offeredCents),
    askedValueCents: askedCents.toString(),
    askedValueFormatted: formatBrl(askedCents),
    createdAt: offer.createdAt.toISOString(),
    endedAt: offer.endedAt?.toISOString() ?? null,
  };
}

const totalOf = (items: readonly ShownItem[]) => items.reduce((sum, { valueCents }) => sum + valueCents, 0n);

const traderView = ({ id, username, avatarUrl }: Trader) => ({ id, username, avatarUrl });

function askedItemView({ inventoryItemId, itemId, name, imageUrl, rarity, valueCents }: ShownItem) {
  const [valueCentsBrl, valueFormatted] = [valueCents.toString(), formatBrl(valueCents)];
  const rarityColor = rarityColorOf(rarity);
  return { inventoryItemId, itemId, name, imageUrl, rarity, rarityColor, valueCentsBrl, valueFormatted };
}

const swappedItemView = (item: ShownItem): Static<typeof SwappedItem> => ({
  ...askedItemView(item),
  inventoryItemId: item.inventoryItemId as string,
});
