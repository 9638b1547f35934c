import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { signIn } from '../../test/relying-party.ts';
import { type Sandbox, startSandbox } from '../index.ts';

describe('discovery of the identity provider', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  afterEach(() => sandbox.close());

  async function discover(address: string) {
    const response = await fetch(address, { headers: { accept: 'application/xrds+xml' } });
    assert.match(response.headers.get('content-type') ?? '', /^application\/xrds\+xml/);
    const text = await response.text();
    return [/<Type>(.*)<\/Type>/, /<URI>(.*)<\/URI>/].map((field) => field.exec(text)?.[1]);
  }

  it("tells where people sign in, at the provider's address", async () => {
    assert.deepEqual(await discover(`${sandbox.identityUrl}/openid`), [
      'http://specs.openid.net/auth/2.0/server',
      `${sandbox.url}/openid/login`,
    ]);
  });

  it('tells at the claimed id of an answer that the same provider speaks for it', async () => {
    const assertion = await signIn(sandbox);
    assert.deepEqual(await discover(assertion.get('openid.claimed_id') ?? ''), [
      'http://specs.openid.net/auth/2.0/signon',
      assertion.get('openid.op_endpoint'),
    ]);
  });

  it('knows no id that nobody has', async () => {
    assert.equal((await fetch(`${sandbox.url}/openid/id/12`)).status, 404);
  });
});
