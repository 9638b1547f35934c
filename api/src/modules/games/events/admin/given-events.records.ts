import { Type } from 'typebox';
import { type FieldFault, validationFailed } from '../../../../platform/errors.ts';
import { toId } from '../../../../platform/ids.ts';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { record, type Static } from '../../../../platform/record.ts';
import { documentedAs, givenAddress, givenText, idOf } from '../../../../platform/schemas.ts';
import { exampleGivenItems, givenItemList, Normalize, readGivenItems } from '../../rolls/index.ts';
import {
  AdminEvent,
  contentsFields,
  type EventContents,
  type EventDetail,
  type EventFields,
  EventTotals,
  eventView,
  RewardType,
  restrictionOf,
  type ShootInput,
  TICKET_PRICES,
  TicketPriceField,
  type TierInput,
} from '../events.records.ts';
import type { EventEdit } from './edit-events.ts';

export const AdminEventListQuery = pageQuery({
  status: Type.Optional({ ...AdminEvent.properties.status, description: 'Only those of this status' }),
});
export const AdminEventList = listOf(AdminEvent, {
  examples: [{ data: AdminEvent.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

export const AdminEventDetail = record('AdminEventDetail', 'An event with all that it holds', {
  ...AdminEvent.properties,
  ...contentsFields,
  totals: EventTotals,
});

export const adminEventDetailView = ({ totals, ...event }: EventDetail) => ({
  ...eventView(event),
  totals: { ...totals, wageredFormatted: formatBrl(totals.wageredCents) },
});

const MAX_TIERS = 100;
/** Five full tables must stay well within the size of a body. */
const MAX_PRIZES = 100;
const MAX_RATE = 1_000_000;
/** Every sum stays exact in 64 bits. */
const MAX_CENTS = 999_999_999_999;
const MAX_COUNT = 1_000_000_000_000;

const Rate = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_RATE, description });
const time = (description: string) =>
  Type.String({
    format: 'date-time',
    'x-fault': 'must be a time that exists, with its zone, as 2026-11-15T12:00:00Z or 2026-11-15T09:00:00-03:00',
    description,
  });

const itemId = idOf('Id of the item in the catalogue that is given');
const restrictedToGames = (what: string) =>
  Type.Optional(
    Type.Boolean({
      default: false,
      description: `True: ${what} can be played and sold, and is neither withdrawn nor swapped`,
    }),
  );
const restrictedReward = restrictedToGames('an item that is given');
const balanceCents = Type.Union(
  [Type.String({ pattern: '^[1-9][0-9]{0,11}$' }), Type.Integer({ minimum: 1, maximum: MAX_CENTS })],
  { 'x-fault': `must be whole cents from 1 to ${MAX_CENTS}`, description: 'Amount that is credited, in BRL cents' },
);
const tickets = Type.Integer({ minimum: 1, maximum: MAX_COUNT, description: 'How many tickets to shoot with' });
const givenReward = (type: string, title: string, fields: object) =>
  Type.Object({ type: Type.Literal(type, { description: `Always ${type}` }), ...fields }, { title });
const GivenReward = Type.Object(
  {
    type: RewardType,
    itemId: Type.Optional(itemId),
    restrictedToGames: restrictedReward,
    balanceCents: Type.Optional(balanceCents),
    tickets: Type.Optional(tickets),
  },
  {
    title: 'GivenReward',
    description:
      '`itemId` (and `restrictedToGames`) for ITEM, `balanceCents` for BALANCE, `tickets` for TICKETS, and no other',
    ...documentedAs('type', [
      givenReward('ITEM', 'GivenItemReward', { itemId, restrictedToGames: restrictedReward }),
      givenReward('BALANCE', 'GivenBalanceReward', { balanceCents }),
      givenReward('TICKETS', 'GivenTicketsReward', { tickets }),
    ]),
  },
);
const GivenTierBody = Type.Object(
  {
    pointsRequired: Type.Integer({ minimum: 1, maximum: MAX_COUNT, description: 'Points that the tier takes' }),
    reward: GivenReward,
  },
  { title: 'GivenTier', description: 'A step of the pass' },
);
const GivenShootBody = Type.Object(
  {
    ticketPrice: TicketPriceField,
    prizes: givenItemList(MAX_PRIZES),
    normalize: Type.Optional(Normalize),
    restrictedToGames: restrictedToGames('what is hit'),
  },
  { title: 'GivenShoot', description: 'The items that shots of one price can hit' },
);

const fields = {
  name: givenText(100, 'Display name'),
  description: Type.String({ maxLength: 2_000, description: 'Description for players' }),
  imageUrl: givenAddress('Address of a picture'),
  startsAt: time('When wagers begin to earn'),
  endsAt: time('When wagers no longer earn, and the last shot is fired'),
  pointsPerReal: Rate('Points that one real of wagers earns'),
  ticketsPerReal: Rate('Tickets that one real of wagers earns'),
  budgetCents: Type.Optional(
    Type.Union([Type.String({ pattern: '^(0|[1-9][0-9]{0,11})$' }), Type.Integer({ minimum: 0, maximum: MAX_CENTS })], {
      'x-fault': `must be whole cents from 0 to ${MAX_CENTS}`,
      description:
        'The most that its rewards and shots may cost, in BRL cents: items count at their value when they are won. A ' +
        'reward or shot that would exceed it is refused (409). A draft needs it to be published; the budget of a ' +
        'published event can only be raised',
    }),
  ),
};

const contents = {
  tiers: Type.Optional(
    Type.Array(GivenTierBody, { maxItems: MAX_TIERS, description: 'In ascending order of points; numbered from 1' }),
  ),
  shoots: Type.Optional(
    Type.Array(GivenShootBody, { maxItems: TICKET_PRICES.length, description: 'A table for each price of a shot' }),
  ),
};

const exampleContents = {
  tiers: [
    { pointsRequired: 1_000, reward: { type: 'TICKETS', tickets: 250 } },
    { pointsRequired: 5_000, reward: { type: 'BALANCE', balanceCents: '2500' } },
    { pointsRequired: 20_000, reward: { type: 'ITEM', itemId: '2' } },
  ],
  shoots: [
    {
      ticketPrice: 250,
      prizes: [
        { itemId: '1', hashRangeStart: 1, hashRangeEnd: 9_900_000 },
        { itemId: '2', hashRangeStart: 9_900_001, hashRangeEnd: 10_000_000 },
      ],
    },
    { ticketPrice: 500, prizes: exampleGivenItems },
  ],
};

export const CreateEventBody = Type.Object(
  { ...fields, ...contents },
  {
    examples: [
      {
        name: 'Festa Junina',
        description: 'Earn points and tickets with every case and upgrade.',
        imageUrl: 'https://images.example/events/1.png',
        startsAt: '2026-11-15T12:00:00.000Z',
        endsAt: '2026-11-29T12:00:00.000Z',
        pointsPerReal: 10,
        ticketsPerReal: 5,
        budgetCents: '5000000',
        ...exampleContents,
      },
    ],
  },
);

export const EditEventBody = Type.Partial(CreateEventBody, { examples: [{ name: 'Festa de Inverno' }] });

export function createdFieldsOf(body: Static<typeof CreateEventBody>): EventFields {
  const { name, description, imageUrl, startsAt, endsAt, pointsPerReal, ticketsPerReal } = body;
  const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  const budgetCents = body.budgetCents === undefined ? null : BigInt(body.budgetCents);
  return { name, description, imageUrl, ...times, pointsPerReal, ticketsPerReal, budgetCents };
}

/** A field that is left out stays as it is. */
export function editOf(body: Static<typeof EditEventBody>): EventEdit {
  const { startsAt, endsAt } = body;
  return {
    texts: given(body, ['name', 'description', 'imageUrl']),
    terms: {
      ...given(body, ['pointsPerReal', 'ticketsPerReal']),
      ...(startsAt === undefined ? {} : { startsAt: new Date(startsAt) }),
      ...(endsAt === undefined ? {} : { endsAt: new Date(endsAt) }),
    },
    ...(body.budgetCents === undefined ? {} : { budgetCents: BigInt(body.budgetCents) }),
    ...givenContentsOf(body),
  };
}

function given<Body extends object, Field extends keyof Body>(body: Body, fields: readonly Field[]) {
  const entries = fields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]]));
  return Object.fromEntries(entries) as { [Name in Field]?: NonNullable<Body[Name]> };
}

const FIELD_OF_TYPE = { ITEM: 'itemId', BALANCE: 'balanceCents', TICKETS: 'tickets' } as const;

/** 400 names every reward and every prize that is given in a wrong way. */
export function givenContentsOf({ tiers, shoots }: Static<typeof EditEventBody>): Partial<EventContents> {
  const given = shoots?.map(readShoot);
  const faults = [...(tiers ?? []).flatMap(rewardFaults), ...(given ?? []).flatMap((shoot) => shoot.faults)];
  if (faults.length > 0) throw validationFailed(faults);
  return {
    ...(tiers === undefined ? {} : { tiers: tiers.map(givenTierOf) }),
    ...(given === undefined ? {} : { shoots: given.map(({ shoot }) => shoot) }),
  };
}

function rewardFaults({ reward }: Static<typeof GivenTierBody>, index: number): FieldFault[] {
  const needed = FIELD_OF_TYPE[reward.type];
  const given = Object.values(FIELD_OF_TYPE).filter((field) => reward[field] !== undefined);
  if (given.length === 1 && given[0] === needed) return [];
  return [{ field: `tiers.${index}.reward`, message: `of type ${reward.type} must have ${needed} and no other` }];
}

const givenTierOf = ({ pointsRequired, reward }: Static<typeof GivenTierBody>): TierInput => ({
  pointsRequired: BigInt(pointsRequired),
  reward: givenRewardOf(reward),
});

function givenRewardOf({
  type,
  itemId = '0',
  balanceCents = 0,
  tickets = 0,
  ...rest
}: Static<typeof GivenReward>): TierInput['reward'] {
  switch (type) {
    case 'ITEM':
      return { type, item: toId(itemId), ...restrictionOf(rest) };
    case 'BALANCE':
      return { type, balanceCents: BigInt(balanceCents) };
    case 'TICKETS':
      return { type, tickets: BigInt(tickets) };
  }
}

function readShoot(
  { ticketPrice, prizes, normalize = false, ...rest }: Static<typeof GivenShootBody>,
  index: number,
): { shoot: ShootInput; faults: FieldFault[] } {
  const table = { ticketPrice, ...restrictionOf(rest) };
  const fields = { items: `shoots.${index}.prizes`, normalize: `shoots.${index}.normalize` };
  const { given, faults } = readGivenItems(prizes, normalize, fields);
  if (given.style === 'RANGES') return { shoot: { ...table, prizes: given.items }, faults };
  return { shoot: { ...table, prizes: given.items, normalize: given.normalize }, faults };
}
