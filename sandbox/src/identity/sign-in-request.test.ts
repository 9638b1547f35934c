import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { landingOf, signInAddress } from '../../test/relying-party.ts';
import { type Sandbox, startSandbox } from '../index.ts';

describe('a sign-in request', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  after(() => sandbox.close());

  const refusals: [name: string, changes: Record<string, string | undefined>, reason: RegExp][] = [
    ['without a namespace', { 'openid.ns': undefined }, /openid\.ns is missing/],
    ['of OpenID 1', { 'openid.ns': 'http://openid.net/signon/1.1' }, /it must be &quot;http:\/\/specs/],
    ['without a mode', { 'openid.mode': undefined }, /openid\.mode is missing/],
    ['with a foreign mode', { 'openid.mode': 'checkid_immediate' }, /checkid_immediate/],
    ['for a given identity', { 'openid.identity': 'http://localhost/me' }, /openid\.identity/],
    ['for a given claimed id', { 'openid.claimed_id': undefined }, /openid\.claimed_id/],
    ['without a return address', { 'openid.return_to': undefined }, /openid\.return_to is missing/],
    ['with a return address that is none', { 'openid.return_to': '/callback' }, /full http or https address/],
    ['with a script as return address', { 'openid.return_to': 'javascript:alert(1)' }, /full http or https address/],
    ['with a line break', { 'openid.return_to': 'http://localhost:3000/\nidentity:x' }, /control characters/],
    ['with a NUL byte', { 'openid.return_to': 'http://localhost:3000/\0' }, /control characters/],
    ['with a fragment', { 'openid.return_to': 'http://localhost:3000/#top' }, /fragment/],
    ['with a user name', { 'openid.return_to': 'http://me@localhost:3000/' }, /user name/],
    ['with a realm that is none', { 'openid.realm': 'localhost' }, /openid\.realm/],
    ['back to another host', { 'openid.realm': 'http://example.com' }, /is not under/],
    ['back to another port', { 'openid.realm': 'http://localhost:3001' }, /is not under/],
    ['back to another scheme', { 'openid.realm': 'https://localhost:3000' }, /is not under/],
    ['back to another path', { 'openid.realm': 'http://localhost:3000/au' }, /is not under/],
    ['for an account that is none', { account: '76561198' }, /17 digits/],
    ['for an account of another kind', { account: '86561198000000001' }, /17 digits/],
    ['for an account with more behind it', { account: '76561198000000001\n' }, /17 digits/],
    ['for an empty account', { account: '' }, /17 digits/],
  ];
  for (const [name, changes, reason] of refusals) {
    it(`${name} is refused with a page that says why`, async () => {
      const response = await fetch(signInAddress(sandbox, changes), { redirect: 'manual' });
      assert.equal(response.status, 400);
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.match(await response.text(), reason);
    });
  }

  it('with a repeated parameter is refused', async () => {
    for (const extra of ['openid.mode=checkid_setup', 'openid.return_to=http://evil.example', 'a=1&a=2']) {
      const response = await fetch(`${signInAddress(sandbox)}&${extra}`);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /more than once/);
    }
  });

  it('may name a wildcard realm, a folder, or none', async () => {
    const account = '76561198000000002';
    const accepted = [
      { 'openid.realm': undefined },
      { 'openid.realm': 'http://localhost:3000/auth' },
      { 'openid.realm': 'http://localhost:3000/auth/' },
      { 'openid.realm': 'https://*.example.com', 'openid.return_to': 'https://play.example.com/back' },
      { 'openid.realm': 'https://*.example.com', 'openid.return_to': 'https://example.com/back' },
    ];
    for (const changes of accepted) await landingOf(signInAddress(sandbox, { account, ...changes }));
    const foreign = { 'openid.realm': 'https://*.example.com', 'openid.return_to': 'https://badexample.com/back' };
    assert.equal((await fetch(signInAddress(sandbox, foreign))).status, 400);
  });

  const hostile = `"><script>alert('x')</script>&amp;`;
  it('with hostile text shows it as text on the page of accounts', async () => {
    const address = signInAddress(sandbox, {
      'openid.return_to': `http://localhost:3000/?q=${hostile}`,
      'openid.realm': `http://localhost:3000/?q=${hostile}`,
      [hostile]: hostile,
    });
    const response = await fetch(address);
    const page = await response.text();
    assert.equal(response.status, 200);
    assert.doesNotMatch(page, /<script|alert\('x/);
    assert.ok(page.includes('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;'));
  });

  it('with hostile text shows it as text on the page that refuses it', async () => {
    const changes = ['openid.ns', 'openid.mode', 'openid.identity', 'openid.return_to', 'openid.realm', 'account'];
    for (const name of changes) {
      const response = await fetch(signInAddress(sandbox, { [name]: hostile }));
      const page = await response.text();
      assert.equal(response.status, 400, name);
      assert.doesNotMatch(page, /<script|alert\('x/);
      assert.match(page, /&lt;script&gt;/);
    }
  });
});
