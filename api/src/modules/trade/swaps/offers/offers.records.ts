import { type Static, Type } from 'typebox';
import type { Id } from '../../../../platform/ids.ts';
import { listOf as pageOf, walkQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { flag, id, listOf, orNull, part, record, string } from '../../../../platform/record.ts';
import { centsOf, IdText, moneyText, Timestamp, timeOf } from '../../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';
import { PublicUserView } from '../../../people/users/index.ts';
import { DIRECTIONS, MAX_ITEMS_PER_SIDE, SWAP_STATUSES } from './offers.rules.ts';

const choice = <const Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description, examples: [values[0]] });

const itemFields = {
  itemId: id<'item'>('Id of the item in the catalogue'),
  name: string('Display name', 'AK-47 | Redline (Field-Tested)'),
  imageUrl: string('Its picture', 'https://images.example/items/77.png'),
  rarity: { ...Type.Unsafe<string>(RarityField), examples: ['CLASSIFIED'] },
  rarityColor: RarityColorField,
  valueCentsBrl: { ...centsOf('Its value of now in cents of BRL'), examples: ['4500'] },
  valueFormatted: moneyText('For people to read'),
};
const SwappedItem = record('SwappedItem', 'An item in the inventory of a user', {
  inventoryItemId: id<'inventoryItem'>('Id of the item in an inventory'),
  ...itemFields,
});
const AskedItem = record('AskedItem', 'An item that is asked for', {
  inventoryItemId: orNull(
    id<'inventoryItem'>('The item'),
    'The certain item that is asked for; null where any of the kind will do',
    null,
  ),
  ...itemFields,
});
const trader = (description: string, example: object) => part(PublicUserView, description, example);
const ANA = { id: '5', username: 'Ana', avatarUrl: null };
const BIA = { id: '17', username: 'Bia', avatarUrl: null };

/** Sockets get swaps as they are, so cents and times are text. */
const shown = record('Swap', 'An offer to swap items', {
  id: id<'swap'>('Id of the swap'),
  status: choice(SWAP_STATUSES, 'PENDING until it is accepted, cancelled or declined'),
  isPublic: flag('Whether it was offered to everybody', false),
  creator: trader('The creator of the swap', ANA),
  acceptor: orNull(
    trader('The acceptor', BIA),
    'The user it is offered to; for a public one the user who has accepted it, and null before',
  ),
  offered: listOf(SwappedItem, 'Items that the creator gives'),
  asked: listOf(AskedItem, 'Items that are asked in return; none for a gift'),
  given: listOf(SwappedItem, 'Items that the acceptor has given in return; none before', []),
  offeredValueCents: { ...centsOf('Present worth of the offered items, in cents of BRL'), examples: ['4500'] },
  offeredValueFormatted: moneyText('For people to read'),
  askedValueCents: { ...centsOf('Present worth of the asked items, in cents of BRL'), examples: ['4500'] },
  askedValueFormatted: moneyText('For people to read'),
  createdAt: timeOf('When it was made'),
  endedAt: orNull(
    Type.Unsafe<string>({ ...Timestamp }),
    'When it was accepted, cancelled or declined; null before',
    null,
  ),
});
export const Swap = Type.Object(shown.properties, {
  title: 'Swap',
  description: 'An offer to swap items',
  examples: shown.examples,
});
export const SwapList = pageOf(Swap, {
  examples: [{ data: shown.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

type Shown<Item> = Omit<Item, 'rarityColor' | 'valueFormatted'>;
type Trader = Static<typeof PublicUserView> & { id: Id<'user'> };
export interface Offer extends Pick<Static<typeof Swap>, 'id' | 'status' | 'isPublic'> {
  creator: Trader;
  acceptor: Trader | null;
  offered: Shown<Static<typeof SwappedItem>>[];
  asked: Shown<Static<typeof AskedItem>>[];
  given: Shown<Static<typeof SwappedItem>>[];
  createdAt: Date;
  endedAt: Date | null;
}

export function swapView({ offered, asked, given, createdAt, endedAt, ...offer }: Offer): Static<typeof Swap> {
  const [offeredCents, askedCents] = [totalOf(offered), totalOf(asked)];
  return {
    ...offer,
    offered: offered.map(itemView),
    asked: asked.map(itemView),
    given: given.map(itemView),
    offeredValueCents: offeredCents.toString(),
    offeredValueFormatted: formatBrl(offeredCents),
    askedValueCents: askedCents.toString(),
    askedValueFormatted: formatBrl(askedCents),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
const itemView = <Item extends Offer['asked'][number]>(item: Item) => ({
  ...item,
  rarityColor: rarityColorOf(item.rarity),
  valueFormatted: formatBrl(BigInt(item.valueCentsBrl)),
});
const totalOf = (items: readonly Pick<Offer['asked'][number], 'valueCentsBrl'>[]) =>
  items.reduce((sum, { valueCentsBrl }) => sum + BigInt(valueCentsBrl), 0n);

export const SwapParams = Type.Object({ id: Type.String({ ...IdText, description: 'Id of the swap' }) });
const BEFORE = 'Only swaps that were made before this one';
export const OwnSwapsQuery = walkQuery(BEFORE, {
  status: Type.Optional(choice(SWAP_STATUSES, 'Only those; all when omitted')),
  direction: Type.Optional(
    choice(DIRECTIONS, '`SENT`: that you made; `RECEIVED`: made to you, or accepted by you; both when omitted'),
  ),
});
export const PublicSwapsQuery = walkQuery(BEFORE, {});

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
