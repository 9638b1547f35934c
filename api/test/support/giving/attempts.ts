import assert from 'node:assert/strict';
import { insertOneHeld } from '../../../src/modules/assets/inventory/test-support.ts';
import { raiseAlert } from '../../../src/modules/people/alerts/index.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { HOUR_MS } from '../../../src/platform/durations.ts';
import { DECIDING_ROUTES } from '../decisions/deciding-routes.ts';
import * as records from '../decisions/records.ts';
import { ask, byHouse, type Conspiracy, hear, list, made, priceOf, sync, worthOf } from './house.ts';
import { takeAll } from './take-all.ts';

/** An attempt names a route, as the document of the API does, with the values of its path. */
export interface Ask {
  route: string;
  ids?: readonly string[];
  body?: object;
  isManual?: boolean;
}

export type Step = Ask | (() => Promise<unknown>);
/** Makes what there is to decide on, before the day begins, and says what is asked then. */
export type Plan = (house: Conspiracy) => Promise<readonly Step[]> | readonly Step[];

export const REASON = { reason: 'A test' };
const IMAGE = 'https://images.example/1.png';
/**
 * The sums are far too much, a little too much, as much as is allowed, and that in two halves; the second administrator
 * uses others.
 */
const sumsOf = ({ limitCents, nth }: Conspiracy) =>
  [999_999_999, limitCents + 1, limitCents, limitCents / 2, limitCents / 2 - 1, 1].map((cents) => cents - nth);

let namesGiven = 0;
const newName = () => {
  namesGiven += 1;
  return `Generous ${namesGiven}`;
};

/** The clock of the server is ahead by as much as was tried. */
const YEAR_HOURS = 365 * 24;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Runs now; all that it may give is in its first steps. */
const eventOf = ({ dear, cheap }: Conspiracy, budgetCents: number) => ({
  name: newName(),
  description: '',
  imageUrl: IMAGE,
  pointsPerReal: 1_000_000,
  ticketsPerReal: 100,
  startsAt: inHours(0),
  endsAt: inHours(1),
  budgetCents,
  tiers: [
    { pointsRequired: 1, reward: { type: 'BALANCE', balanceCents: Math.max(1, Math.floor(budgetCents / 3)) } },
    { pointsRequired: 2, reward: { type: 'ITEM', itemId: dear.id } },
    { pointsRequired: 3, reward: { type: 'TICKETS', tickets: 1_000_000 } },
    { pointsRequired: 4, reward: { type: 'BALANCE', balanceCents: Math.max(1, Math.floor(budgetCents / 3)) } },
  ],
  // More than the wagers behind its tickets leave to the house no shot may give.
  shoots: [{ ticketPrice: 250, prizes: [{ itemId: cheap.id, hashRangeStart: 1, hashRangeEnd: 10_000_000 }] }],
});
const draftOf = async (house: Conspiracy, budgetCents: number): Promise<string> =>
  (await made(ask(house, house.who, 'POST', '/admin/events', eventOf(house, budgetCents)))).id;
const drafts = (house: Conspiracy) => Promise.all(sumsOf(house).map((cents) => draftOf(house, Math.max(cents, 1))));

export const raffleOf = (itemId: string, ticketPriceCents: number) => ({
  name: newName(),
  description: '',
  imageUrl: IMAGE,
  ticketPriceCents: `${ticketPriceCents}`,
  maxTickets: 1,
  prizes: [{ displayOrder: 0, itemId }],
  randomness: 'server',
});
export const caseOf = (itemId: string, priceCents: number) => ({
  name: newName(),
  imageUrl: IMAGE,
  category: 'Tests',
  priceCents: `${priceCents}`,
  items: [{ itemId, probability: '100' }],
  activate: true,
});
const fairPriceOf = ({ limitCents }: Conspiracy) => Math.ceil(limitCents / 0.95);
const someCase = (house: Conspiracy) =>
  byHouse(house, 'POST', '/admin/cases', caseOf(house.dear.id, fairPriceOf(house)));
const someRaffle = (house: Conspiracy) =>
  byHouse(house, 'POST', '/admin/raffles', raffleOf(house.dear.id, house.limitCents));

export const itemOf = (name: string, priceCents: number) => ({
  name,
  marketHashName: name,
  imageUrl: IMAGE,
  rarity: 'COVERT',
  weaponCategory: 'RIFLE',
  isStatTrak: false,
  originalPriceCents: `${priceCents}`,
});

async function someAlert({ world }: Conspiracy): Promise<string> {
  const content = {
    kind: 'TEST',
    key: newName(),
    level: 'INFO',
    title: 'A test',
    message: 'A test',
    details: {},
  } as const;
  await raiseAlert(world.app.db, content);
  const rows = await world.app.db.query<{ id: string }>(sql`select max(id) as id from alerts`);
  return rows[0]?.id ?? assert.fail();
}

/** The friend has three, whose prices a source has raised so far that they wait for an administrator. */
async function heldBack(house: Conspiracy): Promise<Step[]> {
  const items = [];
  for (const cents of [2 * house.limitCents, house.limitCents, house.limitCents / 2]) {
    const item = await list(house, priceOf(cents) + 1, 1);
    await insertOneHeld(house.world.app.db, house.friend.userId, item.id);
    items.push(item.id);
  }
  const syncId = await sync(house);
  return [items, ...items.map((id) => [id])].map((itemIds) => ({
    route: 'POST /api/admin/items/held-back-prices/confirm',
    body: { syncId, itemIds, ...REASON },
  }));
}

/** The source says ten times as much. */
async function heldBackRate(house: Conspiracy): Promise<Step[]> {
  const usdToBrl = 50 + house.nth;
  await hear(house, usdToBrl);
  const route = 'POST /api/admin/items/exchange-rate/confirm';
  return [{ route, body: { usdToBrl, ...REASON } }, () => hear(house, 5)];
}

const bodies = (route: string, all: readonly object[]): Step[] => all.map((body) => ({ route, body }));
const about = (route: string, ids: readonly string[], body?: object): Step[] => [
  { route, ids, ...(body === undefined ? {} : { body }) },
];

/** Every guard away, as far as it goes; each administrator begins at another end. */
const settingsOf = ({ nth }: Conspiracy) =>
  [
    { twoPersonCents: 0 },
    { twoPersonCents: 1_000_000_000 },
    { decisionFactorMinutes: 0 },
    { withdrawalWaitHours: 0, autoApprovalDailyLimitCents: 100_000_000 },
    { maxCaseRtpPercent: 100 },
    { upgradeEdgePercent: 0 },
    { maxPriceStepPercent: 1_000, maxDailyPriceStepPercent: 1_000 },
    { freePriceGainCents: 1_000_000 },
    { maxRateStepPercent: 50, maxDailyRateStepPercent: 90 },
    { priceMargin: '3' },
    { priceMargin: '1.21' },
  ].filter((_, index) => index % 2 === nth);

/**
 * Each operation of administrators is called as generously as is accepted; an attempt that gives much frees its hands
 * first.
 */
export const ATTEMPTS: Readonly<Record<string, Plan>> = {
  'PATCH /api/admin/settings': (house) =>
    bodies(
      'PATCH /api/admin/settings',
      settingsOf(house).map((values) => ({ ...values, confirm: true, ...REASON })),
    ),
  'POST /api/admin/settings/preview': (house) => bodies('POST /api/admin/settings/preview', settingsOf(house)),
  'POST /api/admin/users/{id}/balance': (house) =>
    [house.friend, house.accomplice].flatMap(({ userId }) =>
      sumsOf(house).map((amountCents) => ({
        route: 'POST /api/admin/users/{id}/balance',
        ids: [userId],
        body: { amountCents, ...REASON },
      })),
    ),
  'POST /api/admin/deposits/{id}/confirm': async (house) =>
    Promise.all(
      sumsOf(house).map(async (cents) => ({
        route: 'POST /api/admin/deposits/{id}/confirm',
        ids: [await records.deposit(house.world, house.friend, Math.max(cents, 1))],
        body: REASON,
      })),
    ),
  'POST /api/admin/events': (house) =>
    bodies(
      'POST /api/admin/events',
      sumsOf(house).map((cents) => eventOf(house, Math.max(cents, 1))),
    ),
  'PATCH /api/admin/events/{id}': async (house) => [
    ...about('PATCH /api/admin/events/{id}', [await draftOf(house, 1)], { budgetCents: '999999999999' }),
    ...(await raisedBudgets(house)),
  ],
  'POST /api/admin/events/{id}/end': async (house) =>
    about('POST /api/admin/events/{id}/end', [await runningEvent(house)]),
  'POST /api/admin/events/{id}/publish': async (house) =>
    (await drafts(house)).flatMap((id) => about('POST /api/admin/events/{id}/publish', [id], REASON)),
  'DELETE /api/admin/events/{id}': async (house) => about('DELETE /api/admin/events/{id}', [await draftOf(house, 1)]),
  'POST /api/admin/raffles': async (house) => {
    const [small, half] = [house.limitCents - 2, house.limitCents / 2];
    const items = await Promise.all([house.limitCents * 3, half, half].map((cents) => list(house, priceOf(cents))));
    return bodies('POST /api/admin/raffles', [
      ...items.map(({ id }) => raffleOf(id, 1)),
      { ...raffleOf(house.dear.id, 1), closesAt: inHours(YEAR_HOURS) },
      raffleOf(house.dear.id, 1 + house.nth),
      raffleOf(house.dear.id, small),
      raffleOf(house.dear.id, house.limitCents),
    ]);
  },
  'PUT /api/admin/raffles/{id}': async (house) => {
    const { id } = await someRaffle(house);
    return [raffleOf(house.dear.id, 1), raffleOf(house.dear.id, house.limitCents / 2)].flatMap((body) =>
      about('PUT /api/admin/raffles/{id}', [id], body),
    );
  },
  'POST /api/admin/raffles/{id}/close': async (house) =>
    about('POST /api/admin/raffles/{id}/close', [(await someRaffle(house)).id]),
  'POST /api/admin/raffles/{id}/cancel': async (house) => {
    const { id } = await byHouse(house, 'POST', '/admin/raffles', {
      ...raffleOf(house.dear.id, house.limitCents),
      maxTickets: 2,
    });
    await made(ask(house, house.friend, 'POST', `/raffle/${id}/buy`, { quantity: 1 }));
    return about('POST /api/admin/raffles/{id}/cancel', [id], REASON);
  },
  'POST /api/raffle/{id}/draw': async (house) => {
    const { id } = await someRaffle(house);
    await made(ask(house, house.friend, 'POST', `/raffle/${id}/buy`, { quantity: 1 }));
    return about('POST /api/raffle/{id}/draw', [id]);
  },
  'PATCH /api/admin/items/{id}': ({ owned, nth }) =>
    ['999999999', '20000', '200', '150', '101'].flatMap((cents) =>
      about('PATCH /api/admin/items/{id}', [owned.id], {
        originalPriceCents: `${Number(cents) - nth}`,
        confirm: true,
        ...REASON,
      }),
    ),
  'POST /api/admin/items': () => bodies('POST /api/admin/items', [itemOf(newName(), 1)]),
  'DELETE /api/admin/items/{id}': async (house) =>
    about('DELETE /api/admin/items/{id}', [(await list(house, 100)).id], REASON),
  'PUT /api/admin/items/exchange-rate': ({ nth }) =>
    bodies(
      'PUT /api/admin/items/exchange-rate',
      [100, 10, 5.05, 4.9, 2].map((usdToBrl) => ({ usdToBrl: usdToBrl + nth / 1000, confirm: true, ...REASON })),
    ),
  'POST /api/admin/items/exchange-rate/confirm': heldBackRate,
  'POST /api/admin/items/held-back-prices/confirm': heldBack,
  'POST /api/items/sync': () => bodies('POST /api/items/sync', [{}]),
  'POST /api/admin/items/update-prices': () => bodies('POST /api/admin/items/update-prices', [{}]),
  'POST /api/admin/items/sync-steam-database': () => bodies('POST /api/admin/items/sync-steam-database', [{}]),
  'POST /api/admin/items/steam-database/clear-cache': () =>
    bodies('POST /api/admin/items/steam-database/clear-cache', [{}]),
  'POST /api/admin/cases': (house) =>
    bodies('POST /api/admin/cases', [caseOf(house.dear.id, 1), caseOf(house.dear.id, fairPriceOf(house))]),
  'PATCH /api/admin/cases/{id}': async (house) =>
    about('PATCH /api/admin/cases/{id}', [(await someCase(house)).id], { priceCents: '1', ...REASON }),
  'DELETE /api/admin/cases/{id}': async (house) =>
    about('DELETE /api/admin/cases/{id}', [(await someCase(house)).id], REASON),
  'POST /api/admin/cases/{caseId}/items': async (house) => {
    const cheap = await list(house, 1);
    const { id } = await byHouse(house, 'POST', '/admin/cases', caseOf(cheap.id, worthOf(2)));
    return about('POST /api/admin/cases/{caseId}/items', [id], {
      items: [{ itemId: house.dear.id, probability: '99' }],
    });
  },
  'DELETE /api/admin/cases/{caseId}/items/{itemId}': async (house) => {
    const items = [house.dear, house.cheap].map(({ id: itemId }) => ({ itemId, probability: '50' }));
    const { id } = await byHouse(house, 'POST', '/admin/cases', { ...caseOf('', fairPriceOf(house)), items });
    return about('DELETE /api/admin/cases/{caseId}/items/{itemId}', [id, house.cheap.id]);
  },
  'POST /api/admin/battles/{id}/cancel': async (house) => {
    const { id: caseId } = await someCase(house);
    const { id } = await made(
      ask(house, house.friend, 'POST', '/battles/create', { mode: 'NORMAL', caseIds: [caseId] }),
    );
    return about('POST /api/admin/battles/{id}/cancel', [id], REASON);
  },
  'POST /api/admin/notifications': () =>
    bodies('POST /api/admin/notifications', [
      { type: 'SYSTEM', title: 'Olá', message: 'Olá', titleEn: 'Hello', messageEn: 'Hello', ...REASON },
    ]),
  'POST /api/admin/dashboard/alerts/{id}/acknowledge': async (house) =>
    about('POST /api/admin/dashboard/alerts/{id}/acknowledge', [await someAlert(house)], REASON),
  'POST /api/admin/dashboard/alerts/{id}/resolve': async (house) =>
    about('POST /api/admin/dashboard/alerts/{id}/resolve', [await someAlert(house)]),
  'POST /api/admin/log/resume': () => bodies('POST /api/admin/log/resume', [REASON]),
  ...decisions(),
};

async function runningEvent(house: Conspiracy): Promise<string> {
  const [running] = await house.world.app.db.query<{ id: string }>(sql`
    select id from events where status = 'PUBLISHED' and ends_at > now()`);
  if (running !== undefined) return running.id;
  const { id } = await byHouse(house, 'POST', '/admin/events', eventOf(house, 1));
  await byHouse(house, 'POST', `/admin/events/${id}/publish`);
  await takeAll(house);
  return id;
}

/** The administrator wants another's event to give more. */
async function raisedBudgets(house: Conspiracy): Promise<Step[]> {
  const id = await runningEvent(house);
  return sumsOf(house).flatMap((cents) =>
    about('PATCH /api/admin/events/{id}', [id], { budgetCents: Math.max(cents + 2 * house.nth + 1, 2) }),
  );
}

/** Each decision concerns another player's record, in both directions where there are two. */
function decisions(): Record<string, Plan> {
  const known = ['POST /api/admin/users/{id}/balance', 'POST /api/admin/deposits/{id}/confirm'];
  const routes = [...new Set(DECIDING_ROUTES.map(({ route }) => route))].filter((route) => !known.includes(route));
  return Object.fromEntries(
    routes.map((route) => [
      route,
      async (house: Conspiracy) => {
        const steps: Ask[] = [];
        for (const row of DECIDING_ROUTES.filter((each) => each.route === route)) {
          for (const body of row.otherBody === undefined ? [row.body] : [row.body, row.otherBody]) {
            const id = await row.begin(house.world, await house.join());
            if (row.begin === records.approvedPayout) house.paidByHand.add(id);
            steps.push({ route, ids: [id], ...(body && { body }), ...(row.isManual && { isManual: true }) });
          }
        }
        return steps;
      },
    ]),
  );
}
