import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allRowsAsText } from '../../../../test/support/all-rows.ts';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { type Call, createCall } from '../../../../test/support/calls.ts';
import { TEST_KEYS } from '../../../../test/support/committed-seeds.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { type EnabledSecondFactor, enableSecondFactor, fromBase32 } from '../../../../test/support/second-factors.ts';
import { runWaitingJob } from '../../../../test/support/waiting-jobs.ts';
import { fixedClock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { createLogger, silentLogger } from '../../../platform/observability/logger.ts';
import { sealAnew } from '../../../platform/secrets/sealed-rows.ts';
import type { Seal } from '../../../platform/secrets/sealing.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { createSecondFactorSeal } from './index.ts';
import { secretsOfFactors } from './sealed-secrets.ts';

const clock = fixedClock(new Date());
const lines: string[] = [];
let app: TestApp;
let call: Call;
before(async () => {
  const logger = createLogger({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  app = await createTestApp({ clock, logger });
  call = createCall(app.http);
});
after(() => app.close());

const verify = (on: Call, who: Person, code: string) => on(who, 'POST', '/payment/2fa/verify', { code });
const keyOf = (byte: number) => Buffer.alloc(32, byte);

async function keysOf(db: Db): Promise<Record<string, number>> {
  const rows = await db.query<{ key: string; count: number }>(sql`
    select key_id as key, count(*)::int from second_factors where key_id is not null group by key_id`);
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

test('neither the database nor the trail nor a log line holds a secret or a code', async () => {
  const person = await createPerson(app.db);
  const { secret, code, recoveryCodes } = await enableSecondFactor(call, person, clock);
  const wrong = ['314159', 'AAAA-BBBB-CCCC-DDDD'];
  const given = [code(-1), code(), recoveryCodes[0] as string, ...wrong];
  for (const each of given) await verify(call, person, each);
  // The log has the whole error with its causes.
  await app.db.query(sql`update second_factors set sealed_secret = set_byte(sealed_secret, 0, 255 - get_byte(sealed_secret, 0))
    where user_id = ${person.userId}`);
  assert.equal((await verify(call, person, code(1))).status, 500);
  assert.ok(lines.some((line) => line.includes(`second factor of user ${person.userId} does not open`)));
  await app.db.query(sql`update second_factors set sealed_secret = set_byte(sealed_secret, 0, 255 - get_byte(sealed_secret, 0))
    where user_id = ${person.userId}`);

  const kept = [...(await allRowsAsText(app.db)), ...lines];
  const hexOfSecret = fromBase32(secret).toString('hex');
  const texts = [secret, hexOfSecret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))];
  for (const text of [...texts, 'AAAA-BBBB-CCCC-DDDD', 'AAAABBBBCCCCDDDD']) {
    assert.ok(!kept.some((row) => row.includes(text)), text);
  }
  // Six digits stand in many numbers and hashes, so they are searched by themselves.
  for (const digits of [code(-1), code(), code(1), '314159']) {
    const alone = new RegExp(`(?<![0-9a-f.])${digits}(?![0-9a-f])`);
    assert.ok(!kept.some((row) => alone.test(row)), digits);
  }
});

test('the secret of one user does not open as that of another', async () => {
  const [one, other] = [await createPerson(app.db), await createPerson(app.db)];
  const { code } = await enableSecondFactor(call, one, clock);
  await enableSecondFactor(call, other, clock);
  await app.db.query(sql`
    update second_factors set sealed_secret = (select sealed_secret from second_factors where user_id = ${one.userId})
    where user_id = ${other.userId}`);
  assert.equal((await verify(call, other, code())).status, 500);
  assert.equal((await verify(call, one, code())).status, 200);
});

test('a new key: what the former one sealed is used, sealed anew, and then used without it', async () => {
  const old = await createTestApp({ clock });
  const { databaseUrl, db } = old;
  const [first, second] = [TEST_KEYS.current, keyOf(8)];
  const beside = (current: Buffer, former: readonly Buffer[]) =>
    createTestApp({ clock, databaseUrl, secondFactorSeal: createSecondFactorSeal({ current, former }) });
  const both = await beside(second, [first]);
  const newAlone = await beside(second, []);
  const newKeys = { current: second, former: [] };
  try {
    const callOf = { old: createCall(old.http), both: createCall(both.http), newAlone: createCall(newAlone.http) };
    const person = await createPerson(db);
    const { code, recoveryCodes }: EnabledSecondFactor = await enableSecondFactor(callOf.old, person, clock);
    await callOf.old(await createPerson(db), 'POST', '/payment/2fa/setup');
    assert.equal((await verify(callOf.both, person, code())).status, 200);

    await assert.rejects(
      newAlone.start(),
      /second factors are sealed with keys that are not here \([0-9a-f]{16}\): .*SECRETS_KEYS_FORMER/,
    );
    assert.equal((await verify(callOf.newAlone, person, code(1))).status, 500, 'refused, and nothing is lost by it');

    await both.start();
    assert.equal(await runWaitingJob(both, secretsOfFactors.job), true);
    assert.deepEqual(await keysOf(db), { [createSecondFactorSeal(newKeys).keyId]: 2 });
    await newAlone.start();
    assert.equal(await runWaitingJob(newAlone, secretsOfFactors.job), false, 'nothing is left to do');
    assert.equal((await verify(callOf.newAlone, person, code(1))).status, 200);
    assert.equal((await verify(callOf.both, person, code(1))).status, 400, 'the code is used up under either key');
    assert.equal((await verify(callOf.newAlone, person, recoveryCodes[0] as string)).status, 200);
    assert.deepEqual(await findViolations(db, { keys: newKeys }), []);
    const [violation] = await findViolations(db, { keys: { current: first, former: [] } });
    assert.equal(violation?.invariant, 'every secret of a second factor opens with its key');
  } finally {
    await Promise.all([newAlone.close(), both.close()]);
    await old.close();
  }
});

test('sealing that was cut off goes on where it was, and several at once are as good as one', async () => {
  const on = await createTestApp({ clock });
  const { db } = on;
  const logger = silentLogger;
  try {
    await db.query(sql`
      insert into users (platform_id, username)
      select '7656119' || lpad(n::text, 10, '0'), 'Player ' || n from generate_series(1, 1201) n`);
    const former = createSecondFactorSeal({ current: keyOf(9), former: [] });
    const seal = createSecondFactorSeal({ ...TEST_KEYS, former: [keyOf(9)] });
    const users = await db.query<{ id: string }>(sql`select id from users`);
    const sealed = users.map(
      ({ id }) => former.seal(Buffer.alloc(20, Number(id)), `second factor of user ${id}`).bytes,
    );
    await db.query(sql`
      insert into second_factors (user_id, sealed_secret, key_id) select *, ${former.keyId}
      from unnest(${users.map(({ id }) => id)}::bigint[], ${sealed}::bytea[])`);
    let left = 700;
    const cut: Seal = {
      ...seal,
      seal: (secret, place) => {
        if (left === 0) throw new Error('cut off');
        left -= 1;
        return seal.seal(secret, place);
      },
    };
    await assert.rejects(sealAnew({ db, seal: cut, logger }, secretsOfFactors), /cut off/);
    assert.deepEqual(await keysOf(db), { [seal.keyId]: 500, [former.keyId]: 701 });
    const sealing = () => sealAnew({ db, seal, logger }, secretsOfFactors);
    await Promise.all([sealing(), sealing(), sealing()]);
    assert.deepEqual(await keysOf(db), { [seal.keyId]: 1_201 });
    assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
  } finally {
    await on.close();
  }
});
