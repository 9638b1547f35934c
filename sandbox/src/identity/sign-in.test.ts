import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isConfirmed, landingOf, RETURN_TO, signIn, signInAddress } from '../../test/relying-party.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import { NONCE_LIFETIME_MS } from './assertions.ts';

const SIGNED_FIELDS = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle';

describe('signing in', () => {
  let sandbox: Sandbox;
  let now = new Date('2026-11-15T12:00:00.250Z');
  before(async () => {
    sandbox = await startSandbox({ port: 0, now: () => now });
  });
  after(() => sandbox.close());

  it('goes from the page to a confirmed identity', async () => {
    const page = await (await fetch(signInAddress(sandbox))).text();
    assert.equal(page.match(/class="account"/g)?.length, 11);
    const link = /href="([^"]+account=76561198000000001)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    const landing = await landingOf(`${sandbox.url}${link}`);
    assert.equal(landing.searchParams.get('openid.identity'), `${sandbox.url}/openid/id/76561198000000001`);
    assert.equal(await isConfirmed(sandbox, landing.searchParams), true);
  });

  it('goes without a page for programs, and never on that of a person', async () => {
    const [robot = ''] = sandbox.robots;
    const landing = new URL(await sandbox.signIn(signInAddress(sandbox), robot));
    assert.equal(landing.searchParams.get('openid.identity'), `${sandbox.url}/openid/id/${robot}`);
    assert.equal(await isConfirmed(sandbox, landing.searchParams), true);
    assert.doesNotMatch(await (await fetch(signInAddress(sandbox))).text(), new RegExp(robot));
    await assert.rejects(sandbox.signIn(`${sandbox.url}/openid/login`, robot), /The sandbox signs nobody in: 400/);
  });

  it('accepts any other account through the form of the page', async () => {
    const page = await (await fetch(signInAddress(sandbox))).text();
    const query = new URLSearchParams({ account: '76561199876543210' });
    for (const [, name, value] of page.matchAll(/type="hidden" name="([^"]+)" value="([^"]+)"/g)) {
      query.set(name ?? '', (value ?? '').replaceAll('&amp;', '&'));
    }
    const landing = await landingOf(`${sandbox.url}/openid/login?${query}`);
    assert.equal(landing.searchParams.get('openid.identity'), `${sandbox.url}/openid/id/76561199876543210`);
    assert.equal(landing.searchParams.get('openid.return_to'), RETURN_TO);
  });

  it('sends everything that the protocol asks for, after the parameters of the site', async () => {
    const landing = await landingOf(signInAddress(sandbox, { account: '76561198000000007' }));
    assert.ok(landing.href.startsWith(`${RETURN_TO}&openid.ns=`));
    const fields = Object.fromEntries(landing.searchParams);
    const { 'openid.response_nonce': nonce, 'openid.sig': signature, ...rest } = fields;
    assert.match(nonce ?? '', /^2026-11-15T12:00:00Z[A-Za-z0-9+/]{27}=$/);
    assert.match(signature ?? '', /^[A-Za-z0-9+/]{27}=$/);
    assert.deepEqual(rest, {
      state: 'a b+c',
      next: '/inventory',
      'openid.ns': 'http://specs.openid.net/auth/2.0',
      'openid.mode': 'id_res',
      'openid.op_endpoint': `${sandbox.url}/openid/login`,
      'openid.claimed_id': `${sandbox.url}/openid/id/76561198000000007`,
      'openid.identity': `${sandbox.url}/openid/id/76561198000000007`,
      'openid.return_to': RETURN_TO,
      'openid.assoc_handle': '1234567890',
      'openid.signed': SIGNED_FIELDS,
    });
  });

  it('returns to an address without parameters of its own', async () => {
    const address = signInAddress(sandbox, {
      'openid.return_to': 'http://localhost:3000',
      account: '76561198000000002',
    });
    const landing = await landingOf(address);
    assert.ok(landing.href.startsWith('http://localhost:3000/?openid.ns='));
    assert.equal(await isConfirmed(sandbox, landing.searchParams), true);
  });

  it('confirms an assertion once', async () => {
    const assertion = await signIn(sandbox);
    const answers = await Promise.all(Array.from({ length: 10 }, () => isConfirmed(sandbox, assertion)));
    assert.deepEqual(answers.filter(Boolean), [true]);
    assert.equal(await isConfirmed(sandbox, assertion), false);
  });

  for (const field of [...SIGNED_FIELDS.split(','), 'sig', 'ns']) {
    it(`refuses an assertion whose ${field} was changed, removed or repeated`, async () => {
      const assertion = await signIn(sandbox);
      const value = assertion.get(`openid.${field}`) ?? '';
      for (const change of [`${value}0`, `${value} `, value.slice(0, -1), value.toUpperCase(), `${value}\n`, '']) {
        if (change === value) continue;
        const changed = new URLSearchParams(assertion);
        changed.set(`openid.${field}`, change);
        assert.equal(await isConfirmed(sandbox, changed), false, JSON.stringify(change));
      }
      const removed = new URLSearchParams(assertion);
      removed.delete(`openid.${field}`);
      assert.equal(await isConfirmed(sandbox, removed), false);
      const repeated = new URLSearchParams(assertion);
      repeated.append(`openid.${field}`, value);
      assert.equal(await isConfirmed(sandbox, repeated), false);
      // None of the attempts has spoilt the visitor's own assertion.
      assert.equal(await isConfirmed(sandbox, assertion), true);
    });
  }

  it('refuses an assertion of another provider', async () => {
    const other = await startSandbox({ port: 0, publicUrl: sandbox.url, now: () => now });
    const query = new URL(signInAddress(sandbox, { account: '76561198000000001' })).search;
    const landing = await landingOf(`http://127.0.0.1:${other.port}/openid/login${query}`);
    assert.equal(landing.searchParams.get('openid.op_endpoint'), `${sandbox.url}/openid/login`);
    assert.equal(await isConfirmed(sandbox, landing.searchParams), false);
    await other.close();
  });

  it('forgets an assertion after ten minutes', async () => {
    const [early, late] = [await signIn(sandbox), await signIn(sandbox)];
    now = new Date(now.getTime() + NONCE_LIFETIME_MS - 1);
    assert.equal(await isConfirmed(sandbox, early), true);
    now = new Date(now.getTime() + 1);
    assert.equal(await isConfirmed(sandbox, late), false);
  });

  it('refuses a post that is no check', async () => {
    const address = `${sandbox.url}/openid/login`;
    for (const body of [new URLSearchParams({ 'openid.mode': 'associate' }), new URLSearchParams(), 'text']) {
      assert.equal((await fetch(address, { method: 'POST', body })).status, 400);
    }
  });
});
