import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { faultFields, refusal } from '../../../../test/support/calls.ts';
import { TEST_KEYS } from '../../../../test/support/committed-seeds.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { readPicture } from '../../../../test/support/qr-reader.ts';
import { enableSecondFactor, setUpApp } from '../../../../test/support/second-factors.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

const STEP_MS = 30_000;
const clock = fixedClock(new Date());
const app = useSoundApp(() => createTestApp({ clock }), { keys: TEST_KEYS });

const give = (who: Person, action: 'enable' | 'verify' | 'disable' | 'recovery-codes', code: string) =>
  app.call(who, 'POST', `/payment/2fa/${action}`, { code });
const statusOf = async (who: Person) => (await app.call(who, 'GET', '/payment/2fa')).body;
const trailOf = async ({ userId }: Person) =>
  (
    await app.db.query<{ action: string; metadata: object; ip: string }>(sql`
      select action, metadata, ip from audit_entries where user_id = ${userId} order by id`)
  ).map(({ action, metadata }) => [action, metadata]);

const WRONG = [400, 'O código está errado ou expirou.'];
const USED = [400, 'Este código já foi usado: espere o próximo.'];
const OFF = [409, 'A verificação em duas etapas não está ativa.'];
const TOO_MANY = [429, 'Muitos códigos errados: espere antes de tentar de novo.'];

const wrongCodeFor = ({ code }: { code(steps?: number): string }) =>
  ['000000', '111111', '222222', '333333'].find((each) => ![code(-1), code(), code(1)].includes(each)) as string;

test('an app is set up by the picture or by the text, and switched on by a code of it', async () => {
  const person = await createPerson(app.db);
  await app.db.query(sql`update users set username = 'Zé & Cia' where id = ${person.userId}`);
  const { body } = await app.call(person, 'POST', '/payment/2fa/setup');
  assert.match(body.secret, /^[A-Z2-7]{32}$/);
  assert.equal(
    body.otpauthUrl,
    `otpauth://totp/Lisura:Z%C3%A9%20%26%20Cia?secret=${body.secret}&issuer=Lisura&algorithm=SHA1&digits=6&period=30`,
  );
  assert.equal(readPicture(body.qrCode), body.otpauthUrl);
  assert.deepEqual(await statusOf(person), {
    enabled: false,
    enabledAt: null,
    recoveryCodesLeft: 0,
    withdrawalsWaitUntil: null,
  });
  const { code } = await setUpApp(app.call, person, clock);
  const enabled = await give(person, 'enable', code());
  assert.equal(enabled.body.enabled, true);
  assert.equal(new Set(enabled.body.recoveryCodes).size, 10);
  for (const each of enabled.body.recoveryCodes) assert.match(each, /^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  const enabledAt = clock.now().toISOString();
  assert.deepEqual(await statusOf(person), {
    enabled: true,
    enabledAt,
    recoveryCodesLeft: 10,
    withdrawalsWaitUntil: null,
  });
  assert.deepEqual(await trailOf(person), [['TWO_FACTOR_ENABLED', {}]]);
});

test('a set-up that was not confirmed is replaced, and one that is on is not', async () => {
  const person = await createPerson(app.db);
  const first = await setUpApp(app.call, person, clock);
  const second = await setUpApp(app.call, person, clock);
  assert.notEqual(first.secret, second.secret);
  assert.deepEqual(refusal(await give(person, 'enable', first.code())), WRONG);
  assert.equal((await give(person, 'enable', second.code())).status, 200);
  const alreadyOn = [409, 'A verificação em duas etapas já está ativa.'];
  assert.deepEqual(refusal(await app.call(person, 'POST', '/payment/2fa/setup')), alreadyOn);
  assert.deepEqual(refusal(await give(person, 'enable', second.code(1))), alreadyOn);
  assert.equal((await give(person, 'verify', second.code(1))).status, 200);
});

test('without a set-up nothing can be switched on, tried or switched off, and nothing is counted', async () => {
  const person = await createPerson(app.db);
  for (let time = 0; time < 7; time += 1) {
    assert.deepEqual(refusal(await give(person, 'enable', '123456')), [
      409,
      'Configure primeiro a verificação em duas etapas.',
    ]);
    assert.deepEqual(refusal(await give(person, 'verify', '123456')), OFF);
    assert.deepEqual(refusal(await give(person, 'disable', '123456')), OFF);
  }
  const { code } = await setUpApp(app.call, person, clock);
  assert.deepEqual(refusal(await give(person, 'verify', code())), OFF, 'what is only set up is not on');
  assert.equal((await give(person, 'enable', code())).status, 200);
});

test('a code is good one step before and after its own, and never twice', async () => {
  const person = await createPerson(app.db);
  const { code } = await enableSecondFactor(app.call, person, clock);
  assert.deepEqual(refusal(await give(person, 'verify', code(-1))), USED, 'the one that switched it on');
  assert.deepEqual(refusal(await give(person, 'verify', code(2))), WRONG);
  const next = code(1);
  assert.deepEqual((await give(person, 'verify', next)).body, { verified: true });
  assert.deepEqual(refusal(await give(person, 'verify', code())), USED, 'older than one that was accepted');
  clock.advance(STEP_MS);
  assert.deepEqual(refusal(await give(person, 'verify', next)), USED);
  clock.advance(STEP_MS);
  assert.deepEqual(refusal(await give(person, 'disable', next)), USED);
  clock.advance(STEP_MS);
  assert.deepEqual(refusal(await give(person, 'verify', next)), TOO_MANY);
});

test('a recovery code is good once in the place of the app', async () => {
  const person = await createPerson(app.db);
  const { recoveryCodes } = await enableSecondFactor(app.call, person, clock);
  const [first, second] = recoveryCodes as [string, string];
  assert.equal((await give(person, 'verify', first.toLowerCase().replaceAll('-', ' '))).status, 200);
  assert.deepEqual(refusal(await give(person, 'verify', first)), [400, 'Este código de recuperação já foi usado.']);
  assert.equal((await statusOf(person)).recoveryCodesLeft, 9);
  assert.deepEqual(refusal(await give(person, 'verify', 'AAAA-BBBB-CCCC-DDDD')), WRONG);
  const another = await createPerson(app.db);
  await enableSecondFactor(app.call, another, clock);
  assert.deepEqual(refusal(await give(another, 'verify', second)), WRONG, 'of another user');
  assert.equal((await give(person, 'disable', second)).status, 200);
  assert.deepEqual(await trailOf(person), [
    ['TWO_FACTOR_ENABLED', {}],
    ['RECOVERY_CODE_USED', { left: 9 }],
    ['RECOVERY_CODE_USED', { left: 8 }],
    ['TWO_FACTOR_DISABLED', {}],
  ]);
});

test('new recovery codes take a code of the app, and those from before are good no more', async () => {
  const person = await createPerson(app.db);
  const { code, recoveryCodes } = await enableSecondFactor(app.call, person, clock);
  const [used, kept] = recoveryCodes as [string, string];
  assert.equal((await give(person, 'verify', used)).status, 200);
  const byRecovery = await give(person, 'recovery-codes', kept);
  assert.deepEqual([byRecovery.status, faultFields(byRecovery)], [400, ['code']]);
  assert.deepEqual(refusal(await give(person, 'recovery-codes', wrongCodeFor({ code }))), WRONG);
  const renewed = await give(person, 'recovery-codes', code());
  assert.equal(new Set(renewed.body.recoveryCodes).size, 10);
  assert.equal((await statusOf(person)).recoveryCodesLeft, 10);
  assert.deepEqual(refusal(await give(person, 'verify', kept)), WRONG);
  assert.equal((await give(person, 'verify', renewed.body.recoveryCodes[0])).status, 200);
  assert.deepEqual(refusal(await give(await createPerson(app.db), 'recovery-codes', '123456')), OFF);
  assert.deepEqual(await trailOf(person), [
    ['TWO_FACTOR_ENABLED', {}],
    ['RECOVERY_CODE_USED', { left: 9 }],
    ['RECOVERY_CODES_RENEWED', {}],
    ['RECOVERY_CODE_USED', { left: 9 }],
  ]);
});

test('switched off by a code, it leaves no secret and no recovery code, and can be set up anew', async () => {
  const person = await createPerson(app.db);
  const { code, secret, recoveryCodes } = await enableSecondFactor(app.call, person, clock);
  assert.deepEqual(refusal(await give(person, 'disable', wrongCodeFor({ code }))), WRONG);
  assert.equal((await statusOf(person)).enabled, true);
  assert.deepEqual((await give(person, 'disable', code())).body, { enabled: false });
  assert.deepEqual(await statusOf(person), {
    enabled: false,
    enabledAt: null,
    recoveryCodesLeft: 0,
    withdrawalsWaitUntil: null,
  });
  assert.deepEqual(refusal(await give(person, 'verify', recoveryCodes[0] as string)), OFF);
  assert.deepEqual(refusal(await give(person, 'enable', code(1))), [
    409,
    'Configure primeiro a verificação em duas etapas.',
  ]);
  const anew = await enableSecondFactor(app.call, person, clock);
  assert.notEqual(anew.secret, secret);
  assert.deepEqual(refusal(await give(person, 'verify', recoveryCodes[1] as string)), WRONG);
  assert.equal((await give(person, 'verify', anew.code())).status, 200);
});

test('after 5 wrong codes every code is refused until the first is 15 minutes old, once on the trail', async () => {
  const person = await createPerson(app.db);
  const { code, recoveryCodes } = await enableSecondFactor(app.call, person, clock);
  const wrong = wrongCodeFor({ code });
  for (let time = 0; time < 5; time += 1) {
    assert.deepEqual(refusal(await give(person, 'verify', wrong)), WRONG);
    clock.advance(MINUTE_MS);
  }
  for (const right of [code(), recoveryCodes[0] as string]) {
    for (const action of ['verify', 'disable'] as const) {
      assert.deepEqual(refusal(await give(person, action, right)), TOO_MANY);
    }
  }
  const refused = await app.http.inject({
    method: 'POST',
    url: '/api/payment/2fa/verify',
    headers: person.headers,
    payload: { code: code() },
  });
  assert.equal(refused.headers['retry-after'], String(10 * 60));
  assert.deepEqual(await trailOf(person), [
    ['TWO_FACTOR_ENABLED', {}],
    ['TWO_FACTOR_LOCKED', {}],
  ]);
  clock.advance(10 * MINUTE_MS - 1);
  assert.deepEqual(refusal(await give(person, 'verify', code())), TOO_MANY);
  clock.advance(1);
  assert.deepEqual(refusal(await give(person, 'verify', wrong)), WRONG, 'room for one');
  assert.deepEqual(refusal(await give(person, 'verify', code())), TOO_MANY);
  clock.advance(MINUTE_MS);
  assert.equal((await give(person, 'verify', code())).status, 200);
});

test('codes that were right do not count, and wrong ones do in spite of them', async () => {
  const person = await createPerson(app.db);
  const { code, recoveryCodes } = await enableSecondFactor(app.call, person, clock);
  for (const recoveryCode of recoveryCodes) assert.equal((await give(person, 'verify', recoveryCode)).status, 200);
  assert.equal((await give(person, 'verify', code())).status, 200);
  for (let time = 0; time < 4; time += 1) await give(person, 'verify', wrongCodeFor({ code }));
  assert.equal((await give(person, 'verify', code(1))).status, 200);
  assert.deepEqual(refusal(await give(person, 'verify', wrongCodeFor({ code }))), WRONG);
  clock.advance(STEP_MS);
  assert.deepEqual(refusal(await give(person, 'verify', code(1))), TOO_MANY);
});

test('guessing the first code is limited too, also by setting up anew', async () => {
  const person = await createPerson(app.db);
  for (let time = 0; time < 5; time += 1) {
    const { code } = await setUpApp(app.call, person, clock);
    assert.deepEqual(refusal(await give(person, 'enable', wrongCodeFor({ code }))), WRONG);
  }
  const { code } = await setUpApp(app.call, person, clock);
  assert.deepEqual(refusal(await give(person, 'enable', code())), TOO_MANY);
});

test('the tries of one user are no affair of another', async () => {
  const [one, other] = [await createPerson(app.db), await createPerson(app.db)];
  const [own, others] = [
    await enableSecondFactor(app.call, one, clock),
    await enableSecondFactor(app.call, other, clock),
  ];
  for (let time = 0; time < 6; time += 1) await give(one, 'verify', wrongCodeFor(own));
  assert.deepEqual(refusal(await give(one, 'verify', own.code())), TOO_MANY);
  assert.deepEqual(refusal(await give(other, 'verify', own.code())), WRONG, 'the code of another app');
  assert.equal((await give(other, 'verify', others.code())).status, 200);
});

test('what is no code is refused with its field, and counts as no try', async () => {
  const person = await createPerson(app.db);
  const { code } = await enableSecondFactor(app.call, person, clock);
  for (const wrong of [
    '',
    '12345',
    '1234567',
    'abcdef',
    '１２３４５６',
    'A'.repeat(17),
    '0'.repeat(60_000),
    123456,
    null,
    undefined,
  ]) {
    for (const action of ['verify', 'disable', 'enable']) {
      const answer = await app.call(person, 'POST', `/payment/2fa/${action}`, { code: wrong });
      assert.equal(answer.status, 400, String(wrong).slice(0, 20));
      assert.deepEqual(faultFields(answer), ['code']);
    }
  }
  const noRecovery = await give(person, 'enable', 'AAAA-BBBB-CCCC-DDDD');
  assert.deepEqual([noRecovery.status, faultFields(noRecovery)], [400, ['code']]);
  assert.equal((await give(person, 'verify', code())).status, 200);
});

test('nobody without a session learns or does anything', async () => {
  assert.equal((await app.call(null, 'GET', '/payment/2fa')).status, 401);
  for (const action of ['setup', 'enable', 'verify', 'disable', 'recovery-codes']) {
    assert.equal((await app.call(null, 'POST', `/payment/2fa/${action}`, { code: '123456' })).status, 401);
  }
});
