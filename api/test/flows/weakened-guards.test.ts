import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildApp } from '../../src/app/app.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { SettingState } from '../../src/platform/settings/settings.ts';
import { createCall } from '../support/calls.ts';
import { createDecidingApp } from '../support/decisions/deciding-app.ts';
import { createPerson, type Person } from '../support/people.ts';
import { use } from '../support/use-app.ts';

/** One administrator alone can neither weaken a guard nor keep another administrator out. */
const world = use(createDecidingApp, ({ end }) => end());

const NEEDS_ANOTHER = 'SECOND_ADMINISTRATOR_NEEDED';
const asked = { decisionFactorMinutes: 15, twoPersonCents: 100_000 };
const setBy = async (who: Person, values: Record<string, unknown>) => {
  const { status, body } = await world.call(who, 'PATCH', '/admin/settings', {
    ...values,
    confirm: true,
    reason: 'Why',
  });
  return status === 200 ? 'done' : (body.code as string);
};

/** Returns two values beside the one in force, where there are any: a lower and a higher one, or the other one. */
function otherValues({ value, default: byDefault, form: { type, minimum, maximum } }: SettingState): unknown[] {
  if (type === 'BOOLEAN') return [!value];
  if (type === 'LIST') return [['Other'], ['Another https://example.com/a.png']];
  const number = Number(value);
  const step = type === 'DECIMAL' ? 0.5 : 1;
  return [number - step, number + step, 0, Number(byDefault)]
    .filter((other) => other !== number && (minimum ?? 0) <= other && other <= (maximum ?? other))
    .map((other) => (type === 'DECIMAL' ? String(other) : other));
}

/** As each was judged, once: which of two values guards less. */
const WEAKER: Readonly<Record<string, (from: number, to: number) => boolean>> = {
  RAISED: (from, to) => to > from,
  LOWERED: (from, to) => to < from,
  RAISED_OR_ZERO: (from, to) => to === 0 || (from !== 0 && to > from),
};

test('exactly the changes that weaken a guard need two administrators, of every setting and in both directions', async () => {
  const { ana, bia, biasOtherSession, app } = world;
  const seen: Record<string, string> = {};
  await app.settings.start();
  for (const state of app.settings.list()) {
    const { key, weakenedBy, value } = state;
    const others = otherValues(state);
    assert.ok(others.length > 0, `${key} has no other value to try`);
    for (const other of others) {
      await world.set({ ...asked, [key]: value });
      const isWeaker =
        weakenedBy === 'SWITCHED_OFF'
          ? other === false
          : weakenedBy !== null && WEAKER[weakenedBy]?.(Number(value), Number(other)) === true;
      await world.verify(ana, bia);
      const answer = await setBy(ana, { [key]: other });
      // A list whose entries do not fit the setting says nothing about who may change it.
      if (answer === 'VALIDATION_FAILED') continue;
      assert.equal(answer, isWeaker ? NEEDS_ANOTHER : 'done', `${key} from ${value} to ${other}`);
      if (isWeaker) assert.equal(await setBy(bia, { [key]: other }), 'done', `${key} by a second one`);
      // A change of the margin always needs the fresh factor: guarded-values.test.ts shows it.
      else if (key !== 'priceMargin') {
        await world.set({ ...asked, [key]: value });
        assert.equal(await setBy(biasOtherSession, { [key]: other }), 'done', `${key} takes no second factor`);
      }
      seen[key] = weakenedBy ?? 'nothing';
    }
    await world.set({ ...asked, [key]: value });
  }
  assert.deepEqual(
    Object.keys(seen).sort(),
    app.settings
      .list()
      .map(({ key }) => key)
      .sort(),
  );
  assert.deepEqual(
    Object.keys(seen)
      .filter((key) => seen[key] === 'nothing')
      .sort(),
    [
      'battleWaitMinutes',
      'caseCategoryOrder',
      'caseCategoryPictures',
      'depositMinutes',
      'liveNotifications',
      'priceMargin',
    ],
    'who adds a setting that guards nothing says so here, too',
  );
});

test('where one administrator is listed, one is enough to weaken a guard', async () => {
  const { app, ana } = world;
  const alone = await buildApp({
    ...app.deps,
    config: { ...app.deps.config, adminPlatformIds: [ana.platformId] },
  });
  try {
    await world.set(asked);
    await world.verify(ana);
    const answer = await createCall(alone.http)(ana, 'PATCH', '/admin/settings', { withdrawMaxCents: 500_001 });
    assert.equal(answer.status, 200, answer.text);
  } finally {
    await alone.close();
  }
});

const changes = {
  'a ban': (id: string) => ['POST', `/admin/users/${id}/ban`, { reason: 'Why' }],
  'a suspension': (id: string) => ['PUT', `/admin/users/${id}/status`, { status: 'SUSPENDED', reason: 'Why' }],
  'the end of a ban': (id: string) => ['POST', `/admin/users/${id}/unban`, { reason: 'Why' }],
  'a reset of the second factor': (id: string) => ['POST', `/admin/users/${id}/reset-second-factor`, { reason: 'Why' }],
} as const satisfies Record<string, (id: string) => readonly ['POST' | 'PUT', string, object]>;

for (const [name, request] of Object.entries(changes)) {
  test(`${name} of another administrator takes two with fresh factors, and of a player one`, async () => {
    const { ana, bia, biasOtherSession, carla, app } = world;
    await world.set(asked);
    const stateOf = async (who: Person) => {
      const [row] = await app.db.query<{ status: string; has: boolean }>(sql`
        select status, exists (select from second_factors where user_id = users.id and enabled_at is not null) as has
        from users where id = ${who.userId}`);
      return `${row?.status} ${row?.has}`;
    };
    const ask = async (who: Person, whom: Person) => {
      const [method, path, body] = request(whom.userId);
      const { status, body: answer } = await world.call(who, method, path, body);
      return status === 200 ? 'done' : answer.code;
    };
    const before = await stateOf(carla);
    assert.equal(await ask(biasOtherSession, carla), 'SECOND_FACTOR_NOT_FRESH');
    await world.verify(ana, bia);
    for (let times = 0; times < 2; times += 1) assert.equal(await ask(ana, carla), NEEDS_ANOTHER, 'one is one');
    assert.equal(await stateOf(carla), before);
    const [proposal] = (await world.call(bia, 'GET', `/admin/proposals?entityType=user&entityId=${carla.userId}`)).body
      .data;
    assert.deepEqual([proposal.proposedBy, proposal.reason], [ana.userId, 'Why']);
    const answers = await Promise.all([ask(bia, carla), ask(ana, carla)]);
    assert.deepEqual(answers.toSorted(), [NEEDS_ANOTHER, 'done'].toSorted());
    const player = await world.player();
    assert.equal(await ask(bia, player), 'done');
    await restore(carla);
  });
}

/** She is as before: she may come in, and has a second factor. */
async function restore(who: Person): Promise<void> {
  await transaction(world.app.db, async (tx) => {
    await tx.query(sql`update users set status = 'ACTIVE' where id = ${who.userId}`);
    await tx.query(sql`delete from decision_proposals where carried_out_at is null`);
  });
}

test('a proposal to ban is no proposal to suspend, and she cannot agree to it herself', async () => {
  const { ana, bia, carla } = world;
  await world.set(asked);
  const session = await createPerson(world.app.db, { platformId: carla.platformId });
  const set = async (who: Person, status: string) => {
    const answer = await world.call(who, 'PUT', `/admin/users/${carla.userId}/status`, { status, reason: 'Why' });
    return answer.status === 200 ? 'done' : answer.body.code;
  };
  await world.verify(ana, bia);
  assert.equal(await set(ana, 'BANNED'), NEEDS_ANOTHER);
  assert.equal(await set(bia, 'SUSPENDED'), NEEDS_ANOTHER);
  assert.equal(await set(session, 'SUSPENDED'), 'OWN_STATUS');
  assert.equal(await set(ana, 'SUSPENDED'), 'done');
  await restore(carla);
});
