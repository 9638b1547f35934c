import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, test } from 'node:test';
import { insertHeld, insertItem } from '../../src/modules/assets/inventory/test-support.ts';
import { createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { assertAnswersHold } from '../support/games-check.ts';
import { type Answered, type GamePlayer, newAsk, type Stage, send } from '../support/games-load.ts';
import { seededRandom } from '../support/load.ts';
import { createAdmin, createPlayer, type Person } from '../support/people.ts';

/** All games take the same few items and the same little money at once. */
const PLAYERS = 4;
const AT_ONCE_EACH = 13;
const ROUNDS = 8;
const BALANCE_CENTS = 150;
const ITEM_CENTS = 60;
const NEW_ITEMS_A_ROUND = 8;
const REWARD_CENTS = 35;

let app: TestApp;
let second: TestApp;
before(async () => {
  app = await createTestApp();
  second = await createTestApp({ databaseUrl: app.databaseUrl });
});
after(async () => {
  try {
    await second.close();
  } finally {
    await app.close();
  }
});

test('opening, upgrading, selling, shooting and claiming at once keep every invariant', async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const random = seededRandom(seed);
  const itemId = await insertItem(app.db, { valueCents: ITEM_CENTS });
  const { stage, tierCents } = await prepareStage(itemId);
  const people = await Promise.all(Array.from({ length: PLAYERS }, () => createPlayer(app.db, BALANCE_CENTS)));
  const answered: Answered[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const players = await preparePlayers(people, itemId);
    const asks = Array.from({ length: AT_ONCE_EACH }, () => players.map((each) => newAsk(each, stage, random))).flat();
    const sent = asks.map((ask) => {
      const servers = random() < 0.5 ? ([app.http, second.http] as const) : ([second.http, app.http] as const);
      return send(ask, servers, random() < 0.15);
    });
    answered.push(...(await Promise.all(sent)));
    const where = `seed ${seed}, round ${round}`;
    await assertAnswersHold(app.db, { people, balanceCents: BALANCE_CENTS, tierCents, answered }, where);
  }
  t.diagnostic(told(answered));
  assertContest(answered, `seed ${seed}`);
});

function told(answered: readonly Answered[]): string {
  const byKind = Map.groupBy(answered, ({ kind }) => kind);
  const done = (asked: readonly Answered[]) => asked.filter((each) => each.done !== null).length;
  return [...byKind].map(([kind, asked]) => `${kind} ${done(asked)} of ${asked.length}`).join(', ');
}

/** It was none unless all that can be done was done, and some came too late for an item, for money or for tickets. */
function assertContest(answered: readonly Answered[], where: string): void {
  const games = { open: 'open', upgrade: 'upgrade', shoot: 'shoot', claim: 'claim' };
  const sales = { sellOne: 'sell', sellSeveral: 'sell', sellAll: 'sell' };
  const done = answered.flatMap((each) => (each.done === null ? [] : { ...games, ...sales }[each.kind]));
  assert.deepEqual([...new Set(done)].toSorted(), ['claim', 'open', 'sell', 'shoot', 'upgrade'], where);
  const refusals = answered.flatMap(({ bodies }) => bodies).join();
  for (const refusal of [/is not available/, /Insufficient balance/, /Você não tem tickets suficientes\./]) {
    assert.match(refusals, refusal, where);
  }
}

/** A cheap case, something to upgrade to, and an event that an administrator makes. */
async function prepareStage(itemId: Id<'item'>): Promise<{ stage: Stage; tierCents: Map<string, number> }> {
  const { id: caseId } = await createCase(app.db, {
    priceCents: 90,
    widths: [5_000_000, 3_000_000, 1_500_000, 500_000],
  });
  const targetItemId = await insertItem(app.db, { valueCents: 4 * ITEM_CENTS });
  const [prizeId, otherPrizeId] = [
    await insertItem(app.db, { valueCents: 15 }),
    await insertItem(app.db, { valueCents: 30 }),
  ];
  const admin = await createAdmin(app.db);
  const call = async (path: string, payload: object, status: number) => {
    const url = `/api/admin/events${path}`;
    const answer = await app.http.inject({ method: 'POST', url, headers: admin.headers, payload });
    assert.equal(answer.statusCode, status, answer.body);
    return answer.json();
  };
  const event = await call(
    '',
    {
      name: 'At once',
      description: '',
      imageUrl: 'https://images.example/1.png',
      startsAt: new Date().toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      pointsPerReal: 100,
      ticketsPerReal: 40,
      budgetCents: '999999999999',
      tiers: [
        { pointsRequired: 40, reward: { type: 'BALANCE', balanceCents: REWARD_CENTS } },
        { pointsRequired: 150, reward: { type: 'TICKETS', tickets: 250 } },
        { pointsRequired: 300, reward: { type: 'ITEM', itemId } },
        { pointsRequired: 600, reward: { type: 'BALANCE', balanceCents: 2 * REWARD_CENTS } },
      ],
      shoots: [
        {
          ticketPrice: 250,
          prizes: [
            { itemId: prizeId, hashRangeStart: 1, hashRangeEnd: 9_000_000 },
            { itemId: otherPrizeId, hashRangeStart: 9_000_001, hashRangeEnd: 10_000_000 },
          ],
        },
      ],
    },
    201,
  );
  const { id: eventId, tiers } = await call(`/${event.id}/publish`, {}, 200);
  const tierIds: string[] = tiers.map(({ id }: { id: string }) => id);
  const tierCents = new Map([
    [tierIds[0] as string, REWARD_CENTS],
    [tierIds[3] as string, 2 * REWARD_CENTS],
  ]);
  return { stage: { caseId, targetItemId, eventId, tierIds }, tierCents };
}

/** Each player gets a few new items, and requests of this round name the newest available ones. */
async function preparePlayers(people: readonly Person[], itemId: Id<'item'>): Promise<GamePlayer[]> {
  for (const { userId } of people) await insertHeld(app.db, userId, itemId, { count: NEW_ITEMS_A_ROUND });
  const available = await app.db.query<{ id: string; userId: string }>(sql`
    select id, user_id from inventory_items where status = 'AVAILABLE' order by inventory_items.id desc`);
  const itemsOf = ({ userId }: Person) => available.filter((each) => each.userId === userId).map(({ id }) => id);
  return people.map((person, index) => ({
    person,
    itemIds: itemsOf(person).slice(0, NEW_ITEMS_A_ROUND),
    foreignItemId: itemsOf(people[(index + 1) % people.length] as Person)[0] as string,
  }));
}
