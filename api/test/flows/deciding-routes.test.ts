import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { createDecidingApp } from '../support/decisions/deciding-app.ts';
import { DECIDING_ROUTES, type DecidingRoute, decisionOn, nameOf } from '../support/decisions/deciding-routes.ts';
import { approvedPayout, deposit, pay } from '../support/decisions/records.ts';
import { operationsOf, readOpenApi } from '../support/openapi.ts';
import { createPerson, type Person } from '../support/people.ts';
import { use } from '../support/use-app.ts';

/** Every route by which an administrator decides asks for the same proofs. */
const world = use(createDecidingApp, ({ end }) => end());

const NEEDS_ANOTHER = { status: 409, code: 'SECOND_ADMINISTRATOR_NEEDED' };
const seen = ({ status, code }: { status: number; code: string | undefined }) => ({ status, code });

/** Each record belongs to somebody and has its deciding route; above `twoPersonCents` two administrators are needed. */
async function begin(row: DecidingRoute, owner: Person, twoPersonCents = 100_000) {
  const id = await row.begin(world, owner);
  await world.set({ decisionFactorMinutes: 15, twoPersonCents });
  const [last] = await world.app.db.query<{ id: string }>(
    sql`select coalesce(max(id), 0) as id from decision_proposals`,
  );
  const carriedOut = () =>
    world.app.db.query(sql`
      select proposed_by, carried_out_by from decision_proposals
      where id > ${last?.id} and entity_id = ${id} and carried_out_at is not null`);
  return { decide: decisionOn(world, row, id), carriedOut };
}

for (const row of DECIDING_ROUTES) {
  const [status, code] = row.ownRefusal ?? [403, 'OWN_RECORD'];
  const asksFactor = row.cents !== undefined || row.asksFactor === true;
  const isOfAna = row.route !== 'POST /api/admin/users/{id}/reset-second-factor';

  test(`${nameOf(row)}: an administrator’s own is refused, and somebody else’s is not`, async () => {
    const { ana, bia } = world;
    const own = await begin(row, ana);
    await world.verify(ana);
    assert.deepEqual(seen(await own.decide(ana)), { status, code });
    const { decide } = isOfAna && row.ownRefusal === undefined ? own : await begin(row, await world.player());
    await world.verify(bia);
    const decided = await decide(bia);
    assert.equal(decided.status, 200, decided.text);
  });

  test(`${nameOf(row)}: ${asksFactor ? 'takes a fresh second factor' : 'takes no second factor'}`, async () => {
    const { decide } = await begin(row, await world.player());
    const answer = await decide(world.biasOtherSession);
    if (asksFactor) assert.deepEqual(seen(answer), { status: 403, code: 'SECOND_FACTOR_NOT_FRESH' });
    else assert.equal(answer.status, 200, answer.text);
  });
}

const ofSums = DECIDING_ROUTES.flatMap((row) => (row.cents === undefined ? [] : [{ ...row, cents: row.cents }]));

for (const row of ofSums) {
  const { cents, otherBody } = row;

  test(`${nameOf(row)}: above a sum it takes two administrators who ask for the same`, async () => {
    const { ana, bia, carla } = world;
    const { decide, carriedOut } = await begin(row, await world.player(), cents - 1);
    await world.verify(ana, bia, carla);
    for (let times = 0; times < 2; times += 1) assert.deepEqual(seen(await decide(ana)), NEEDS_ANOTHER, 'one is one');
    if (otherBody !== undefined) {
      assert.deepEqual(seen(await decide(bia, otherBody)), NEEDS_ANOTHER, 'something else');
      assert.deepEqual(seen(await decide(ana)), NEEDS_ANOTHER, 'in the place of hers');
    }
    const decided = await decide(bia);
    assert.equal(decided.status, 200, decided.text);
    assert.deepEqual(await carriedOut(), [{ proposedBy: ana.userId, carriedOutBy: bia.userId }]);
  });

  test(`${nameOf(row)}: up to the sum one is enough`, async () => {
    const { decide, carriedOut } = await begin(row, await world.player(), cents);
    await world.verify(world.bia);
    const decided = await decide(world.bia);
    assert.equal(decided.status, 200, decided.text);
    assert.deepEqual(await carriedOut(), []);
  });

  test(`${nameOf(row)}: of two who agree to one proposal at once one carries it out`, async () => {
    const { ana, bia, carla } = world;
    const { decide, carriedOut } = await begin(row, await world.player(), cents - 1);
    await world.verify(ana, bia, carla);
    assert.deepEqual(seen(await decide(ana)), NEEDS_ANOTHER);
    const answers = await Promise.all([decide(bia), decide(carla)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409], JSON.stringify(answers));
    assert.equal((await carriedOut()).length, 1);
  });

  test(`${nameOf(row)}: of two who ask at once one proposes and one carries it out`, async () => {
    const { bia, carla } = world;
    const { decide, carriedOut } = await begin(row, await world.player(), cents - 1);
    await world.verify(bia, carla);
    const answers = await Promise.all([decide(bia), decide(carla)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409], JSON.stringify(answers));
    assert.equal((await carriedOut()).length, 1);
  });
}

test('a proposal to confirm a deposit does not hold for another sum that has arrived since', async () => {
  const { ana, bia, carla } = world;
  const id = await deposit(world, await world.player());
  await world.set({ twoPersonCents: 1 });
  await world.verify(ana, bia, carla);
  const confirm = async (who: Person) => {
    const { status, body } = await world.call(who, 'POST', `/admin/deposits/${id}/confirm`, { reason: 'A test' });
    return [status, body.code ?? body.creditedCents];
  };
  assert.deepEqual(await confirm(ana), [409, 'SECOND_ADMINISTRATOR_NEEDED']);
  await pay(world, id, '99.99');
  assert.deepEqual(await confirm(bia), [409, 'SECOND_ADMINISTRATOR_NEEDED'], 'something else');
  assert.deepEqual(await confirm(carla), [200, '9999']);
});

test('a proposal to complete what was given back meanwhile is not carried out', async () => {
  const { ana, bia, carla, callManually } = world;
  const id = await approvedPayout(world, await world.player());
  await world.set({ twoPersonCents: 1 });
  await world.verify(ana, bia, carla);
  const complete = async (who: Person) => {
    const { status, body } = await callManually(who, 'POST', `/admin/withdrawals/${id}/complete`, {});
    return [status, body.code];
  };
  /** The reason is in the words of each. */
  const reject = async (who: Person, reason: string) => {
    const { status, body } = await callManually(who, 'POST', `/admin/withdrawals/${id}/reject`, {
      reason,
      notPaid: true,
    });
    return [status, body.code ?? body.status];
  };
  assert.deepEqual(await complete(ana), [409, 'SECOND_ADMINISTRATOR_NEEDED']);
  assert.deepEqual(
    await reject(bia, 'Devolvido'),
    [409, 'SECOND_ADMINISTRATOR_NEEDED'],
    'to complete is something else',
  );
  assert.deepEqual(await reject(carla, 'O banco devolveu'), [200, 'REJECTED']);
  assert.deepEqual(await complete(bia), [409, 'WITHDRAWAL_GIVEN_BACK']);
});

/** These routes change no money, item or account of anybody, so they are not in the table; each has its reason. */
const OF_NOBODY: Readonly<Record<string, string>> = {
  'POST /api/admin/dashboard/alerts/{id}/acknowledge': 'says that somebody knows, and changes nothing',
  'POST /api/admin/dashboard/alerts/{id}/resolve': 'ends a message, and changes nothing that it is about',
  'PATCH /api/admin/settings': 'rules for everybody; `guarded-values.test.ts` has those that guard money',
  'POST /api/admin/settings/preview': 'changes nothing',
  'POST /api/admin/notifications': 'words to everybody',
  'POST /api/items/sync': 'prices of the catalogue, within limits of a day',
  'POST /api/admin/items/update-prices': 'prices of the catalogue, within limits of a day',
  'POST /api/admin/items/sync-steam-database': 'the catalogue',
  'POST /api/admin/items/steam-database/clear-cache': 'a cache',
  'POST /api/admin/items/held-back-prices/confirm': 'prices of the catalogue; `guarded-values.test.ts`',
  'PUT /api/admin/items/exchange-rate': 'the rate for everybody; `guarded-values.test.ts`',
  'POST /api/admin/items/exchange-rate/confirm': 'the rate for everybody; `guarded-values.test.ts`',
  'POST /api/admin/items': 'the catalogue',
  'PATCH /api/admin/items/{id}': 'the catalogue; `guarded-values.test.ts`',
  'DELETE /api/admin/items/{id}': 'the catalogue',
  'POST /api/admin/cases': 'a game for everybody',
  'PATCH /api/admin/cases/{id}': 'a game for everybody',
  'DELETE /api/admin/cases/{id}': 'a game for everybody',
  'POST /api/admin/cases/{caseId}/items': 'a game for everybody',
  'DELETE /api/admin/cases/{caseId}/items/{itemId}': 'a game for everybody',
  'POST /api/admin/battles/{id}/cancel': 'gives every seat of a battle that has not begun what it paid',
  'POST /api/admin/events': 'a game for everybody',
  'PATCH /api/admin/events/{id}': 'a game for everybody',
  'POST /api/admin/events/{id}/publish': 'a game for everybody',
  'POST /api/admin/events/{id}/end': 'a game for everybody',
  'DELETE /api/admin/events/{id}': 'a game for everybody',
  'POST /api/admin/raffles': 'a game for everybody',
  'PUT /api/admin/raffles/{id}': 'a game for everybody',
  'POST /api/admin/raffles/{id}/close': 'a game for everybody',
  'POST /api/admin/raffles/{id}/cancel': 'gives every ticket back what it cost',
  'POST /api/admin/log/resume': 'says in public that the log did not go on from what was signed; takes a second factor',
  'POST /api/raffle/{id}/draw': 'draws by what was committed to before',
};

test('every route by which administrators change something is in the table, or concerns nobody alone', async () => {
  const operations = operationsOf(await readOpenApi(world.app.http));
  const forAdministrators: string[] = [];
  for (const { name, method, path } of operations) {
    if (method === 'get') continue;
    // Asked by somebody else: the server itself says which routes are for administrators.
    const { headers } = await createPerson(world.app.db);
    const url = path.replaceAll(/\{\w+\}/g, '1');
    const answer = await world.app.http.inject({ method: method as 'post', url, headers, payload: {} });
    if (answer.json().code === 'ADMINISTRATORS_ONLY') forAdministrators.push(name);
  }
  const known = [...new Set(DECIDING_ROUTES.map(({ route }) => route)), ...Object.keys(OF_NOBODY)];
  assert.deepEqual(forAdministrators.sort(), known.sort());
});
