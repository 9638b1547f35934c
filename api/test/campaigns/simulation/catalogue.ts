import assert from 'node:assert/strict';
import type { Db } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { DAY_MS } from '../../../src/platform/durations.ts';
import type { Call } from '../../support/calls.ts';
import type { Person } from '../../support/people.ts';

/** The marketplace sells it at a dollar; here it is worth 1.20, which is the margin of the house. */
export const MARKET_NAMES = ['Fracture Case', 'Recoil Case'] as const;
export const MARKET_PRICE_COINS = 1_000;
const IMAGE = 'https://images.example/1.png';

interface SimulatedCase {
  id: string;
  cents: number;
  ranges: { itemId: string; first: number; last: number }[];
  hasFlip: boolean;
}

export interface Catalogue {
  values: ReadonlyMap<string, number>;
  cases: SimulatedCase[];
  targets: string[];
  prize: string;
  byMarketName: ReadonlyMap<string, string>;
  eventId: string;
  tiers: { id: string; points: number; cents: number; tickets: number; itemId: string | null }[];
}

const ITEM_CENTS = { Dust: 40, Plain: 150, Fine: 900, Rare: 3_000, Prize: 700, Shot: 2 };

export async function createCatalogue(db: Db, call: Call, admin: Person): Promise<Catalogue> {
  const ask = async (path: string, body: object = {}) => {
    const { status, body: answer, text } = await call(admin, 'POST', path, body);
    assert.ok(status < 300, text);
    return answer;
  };
  const values = new Map<string, number>();
  const insert = async (name: string, brl: number, usd: number): Promise<string> => {
    const [row] = await db.query<{ id: string }>(sql`
      insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents, value_cents_brl,
        original_price_cents)
      values (${name}, ${name}, ${IMAGE}, 'BASE_GRADE', 'CASE', ${usd}, ${brl}, ${Math.round(usd / 1.2)}) returning id`);
    const { id } = row as { id: string };
    values.set(id, brl);
    return id;
  };
  const ids: Record<string, string> = {};
  for (const [name, cents] of Object.entries(ITEM_CENTS)) ids[name] = await insert(name, cents, Math.ceil(cents / 5));
  const byMarketName = new Map<string, string>();
  for (const name of MARKET_NAMES) byMarketName.set(name, await insert(name, 600, 120));
  const { Dust = '', Plain = '', Fine = '', Rare = '', Prize = '', Shot = '' } = ids;
  const [first = '', second = ''] = byMarketName.values();
  const createCase = async (name: string, cents: number, shares: [string, number][], hasFlip: boolean) => {
    const ranges = rangesOf(shares);
    const { id } = await ask('/admin/cases', {
      name,
      imageUrl: IMAGE,
      category: 'Test',
      priceCents: String(cents),
      items: ranges.map(({ itemId, first: start, last }) => ({ itemId, hashRangeStart: start, hashRangeEnd: last })),
      activate: true,
      ...(hasFlip ? { flipThreshold: ranges.at(-2)?.first } : {}),
    });
    return { id, cents, ranges, hasFlip };
  };
  const cases = [
    await createCase(
      'Common',
      500,
      [
        [Dust, 40],
        [Plain, 30],
        [first, 15],
        [second, 10],
        [Fine, 5],
      ],
      false,
    ),
    await createCase(
      'Dear',
      1_500,
      [
        [Dust, 20],
        [first, 40],
        [second, 20],
        [Fine, 10],
        [Rare, 10],
      ],
      false,
    ),
    await createCase(
      'Flip',
      700,
      [
        [Plain, 60],
        [first, 30],
        [Fine, 10],
      ],
      true,
    ),
  ];
  const event = await startEvent(ask, { Plain, Shot });
  return { values, cases, targets: [Fine, Rare, first], prize: Prize, byMarketName, ...event };
}

/** Shares are percent. */
function rangesOf(shares: readonly [string, number][]): SimulatedCase['ranges'] {
  let last = 0;
  return shares.map(([itemId, percent]) => {
    const first = last + 1;
    last += percent * 100_000;
    return { itemId, first, last };
  });
}

/** A cent is a point and a ticket. */
async function startEvent(
  ask: (path: string, body?: object) => Promise<{ id: string; tiers: { id: string }[] }>,
  { Plain, Shot }: { Plain: string; Shot: string },
): Promise<Pick<Catalogue, 'eventId' | 'tiers'>> {
  const nothing = { cents: 0, tickets: 0, itemId: null };
  const rewards = [
    { ...nothing, points: 1_000, cents: 150 },
    { ...nothing, points: 5_000, tickets: 400 },
    { ...nothing, points: 20_000, itemId: Plain },
    { ...nothing, points: 100_000, cents: 2_000 },
  ];
  const { id } = await ask('/admin/events', {
    name: 'Event',
    description: '',
    imageUrl: IMAGE,
    pointsPerReal: 100,
    ticketsPerReal: 100,
    budgetCents: '999999999999',
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    tiers: rewards.map(({ points, cents, tickets, itemId }) => ({
      pointsRequired: points,
      reward:
        itemId !== null
          ? { type: 'ITEM', itemId }
          : cents > 0
            ? { type: 'BALANCE', balanceCents: cents }
            : { type: 'TICKETS', tickets },
    })),
    shoots: [{ ticketPrice: 250, prizes: [{ itemId: Shot, hashRangeStart: 1, hashRangeEnd: 10_000_000 }] }],
  });
  const { tiers } = await ask(`/admin/events/${id}/publish`);
  return { eventId: id, tiers: rewards.map((reward, place) => ({ ...reward, id: tiers[place]?.id ?? '' })) };
}
