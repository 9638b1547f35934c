import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedClock } from '../../../../platform/clock.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { startHttp } from '../../../../platform/outbound/test-support.ts';
import { BANKS, type BankName, bankProfiles } from './banks.ts';
import { createPix } from './create-pix.ts';

const BASIC = `Basic ${Buffer.from('client:secret').toString('base64')}`;
const UUID = /^[0-9a-f-]{36}$/;

/** As decision 47 has it, from what each bank publishes; none of them was called. */
const EXPECTED: Record<BankName, { token: object; form: object; call: object; query: object; payouts: string | null }> =
  {
    efi: { token: { authorization: BASIC }, form: {}, call: {}, query: {}, payouts: '/v3/gn/pix/' },
    bb: {
      token: { authorization: BASIC },
      form: {},
      call: { 'gw-dev-app-key': 'app key' },
      query: { 'gw-dev-app-key': 'app key' },
      payouts: null,
    },
    itau: {
      token: {},
      form: { client_id: 'client', client_secret: 'secret' },
      call: { 'x-itau-apikey': 'client', 'x-itau-correlationid': UUID, 'x-itau-flowid': UUID },
      query: {},
      payouts: null,
    },
    inter: { token: {}, form: { client_id: 'client', client_secret: 'secret' }, call: {}, query: {}, payouts: null },
    sicoob: { token: {}, form: { client_id: 'client' }, call: { client_id: 'client' }, query: {}, payouts: null },
    other: { token: { authorization: BASIC }, form: {}, call: {}, query: {}, payouts: '/v2/gn/pix/' },
  };

for (const bank of BANKS) {
  test(`${bank} is asked in its own way`, async (t) => {
    const { url, asked } = await startHttp(t, (response, request) => {
      const isToken = request.url === '/own/token';
      response
        .writeHead(isToken ? 200 : 404)
        .end(JSON.stringify(isToken ? { access_token: 'a', expires_in: 300 } : { type: 'x/NaoEncontrado' }));
    });
    const account = { clientId: 'client', clientSecret: bank === 'sicoob' ? '' : 'secret', appKey: 'app key' };
    const options = { bank, url: `${url}/base`, tokenUrl: `${url}/own/token`, ...account, key: 'key' };
    const pix = createPix({ ...options, clock: fixedClock('2026-11-16T12:00:00.000Z'), logger: silentLogger });
    assert.equal(await pix.findCharge('a'.repeat(32)), null);
    const [token, call] = asked;
    const address = new URL(call?.url ?? '', url);
    const { token: tokenHeaders, form, call: headers, query, payouts } = EXPECTED[bank];
    holds(token?.headers, tokenHeaders);
    const { grant_type, scope, ...said } = Object.fromEntries(new URLSearchParams(token?.body));
    assert.deepEqual([grant_type, said, scope ?? null], ['client_credentials', form, bankProfiles[bank].scope]);
    assert.equal(address.pathname, `/base/v2/cob/${'a'.repeat(32)}`);
    assert.deepEqual(Object.fromEntries(address.searchParams), query);
    holds(call?.headers, { authorization: 'Bearer a', ...headers });
    assert.equal(pix.canSend, payouts !== null);
    if (payouts === null) return;
    await pix.send({ sendId: 'send1', amountCents: 1n, toKey: 'b' }).catch(() => undefined);
    assert.equal(asked.at(-1)?.url, `/base${payouts}send1`);
  });
}

function holds(headers: Record<string, unknown> | undefined, expected: object): void {
  for (const [name, value] of Object.entries(expected)) {
    if (value instanceof RegExp) assert.match(String(headers?.[name]), value, name);
    else assert.equal(headers?.[name], value, name);
  }
  if (!('authorization' in expected)) assert.equal(headers?.authorization, undefined);
}

test('the banks have addresses of their own, all of them over TLS', () => {
  for (const [name, { url, tokenUrl }] of Object.entries(bankProfiles)) {
    if (name === 'other') assert.deepEqual([url, tokenUrl], [null, null]);
    else for (const each of [url, tokenUrl ?? url]) assert.equal(new URL(each ?? '').protocol, 'https:', name);
  }
});
