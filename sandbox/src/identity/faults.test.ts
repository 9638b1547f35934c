import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { checkAuthentication, isConfirmed, signIn } from '../../test/relying-party.ts';
import { type Sandbox, startSandbox } from '../index.ts';

describe('faults of the identity provider', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  afterEach(() => sandbox.close());

  const control = (setting: unknown) =>
    fetch(`${sandbox.url}/control/identity`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(setting),
    });
  const state = async () => {
    const response = await fetch(`${sandbox.url}/control/identity`);
    return (await response.json()) as { fault: string; checks: { asked: number }; redirectsFollowed: number };
  };

  it('strike as many checks as they are told to, and leave the assertion good', async () => {
    const assertion = await signIn(sandbox);
    await control({ fault: 'invalid', times: 2 });
    assert.equal(await isConfirmed(sandbox, assertion), false);
    assert.equal(await isConfirmed(sandbox, assertion), false);
    assert.equal(await isConfirmed(sandbox, assertion), true);
  });

  it('last until the next setting when no number is given', async () => {
    const assertion = await signIn(sandbox);
    await control({ fault: 'server-error' });
    for (let check = 0; check < 3; check += 1) {
      assert.equal((await checkAuthentication(sandbox, assertion)).status, 503);
    }
    await control({ fault: 'none' });
    assert.equal(await isConfirmed(sandbox, assertion), true);
  });

  it('malformed: the words of a confirmation, but no confirmation', async () => {
    await control({ fault: 'malformed' });
    const response = await checkAuthentication(sandbox, await signIn(sandbox));
    const lines = (await response.text()).split('\n');
    assert.equal(response.status, 200);
    assert.ok(lines.join().includes('is_valid:true'));
    assert.ok(!lines.includes('is_valid:true'));
  });

  it('redirect: leads to a place that confirms everything, and tells who went there', async () => {
    await control({ fault: 'redirect' });
    const response = await checkAuthentication(sandbox, await signIn(sandbox));
    assert.equal(response.status, 302);
    const elsewhere = await fetch(response.headers.get('location') ?? '');
    assert.match(await elsewhere.text(), /\nis_valid:true\n/);
    assert.equal((await state()).redirectsFollowed, 1);
  });

  it('slow: the right answer, late', async () => {
    const assertion = await signIn(sandbox);
    await control({ fault: 'slow', times: 1, delayMs: 150 });
    const startedMs = performance.now();
    assert.equal(await isConfirmed(sandbox, assertion), true);
    assert.ok(performance.now() - startedMs >= 140);
  });

  it('time-out and slow: nobody is answered, and closing waits for nobody', async () => {
    const assertion = await signIn(sandbox);
    await control({ fault: 'time-out', times: 1 });
    const unanswered = checkAuthentication(sandbox, assertion).then(
      () => 'answered',
      () => 'cut off',
    );
    await untilAsked(1);
    await control({ fault: 'slow', delayMs: 600_000 });
    const late = checkAuthentication(sandbox, assertion).catch(() => undefined);
    await untilAsked(2);
    const startedMs = performance.now();
    await sandbox.close();
    assert.equal(await unanswered, 'cut off');
    await late;
    assert.ok(performance.now() - startedMs < 300_000);
  });

  async function untilAsked(checks: number): Promise<void> {
    while ((await state()).checks.asked < checks) await new Promise((resolve) => setImmediate(resolve));
  }

  it('are told with the counts of sign-ins and checks', async () => {
    const assertion = await signIn(sandbox);
    await isConfirmed(sandbox, assertion);
    await isConfirmed(sandbox, assertion);
    await control({ fault: 'invalid', times: 3 });
    await isConfirmed(sandbox, assertion);
    assert.deepEqual(await state(), {
      fault: 'invalid',
      timesLeft: 2,
      delayMs: 3000,
      signIns: 1,
      checks: { asked: 3, valid: 1, invalid: 1, disturbed: 1 },
      redirectsFollowed: 0,
    });
  });

  it('are refused when misspelt', async () => {
    const wrong = [{}, { fault: 'timeout' }, { fault: 'slow', times: 0 }, { fault: 'slow', times: '1' }, [], 'slow'];
    for (const setting of [...wrong, { fault: 'slow', time: 1 }]) {
      const response = await control(setting);
      assert.equal(response.status, 400, JSON.stringify(setting));
      assert.match(await response.text(), /^\{"error":"[^"]+/);
    }
    assert.equal((await state()).fault, 'none');
  });
});
