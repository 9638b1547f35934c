import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { control, controlState } from '../../test/control.ts';
import { type Sandbox, startSandbox } from '../index.ts';

describe('the rates', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, now: () => new Date('2026-11-15T01:02:03.900Z') });
  });
  afterEach(() => sandbox.close());

  const quote = async () => {
    const response = await fetch(`${sandbox.ratesUrl}/json/last/USD-BRL`);
    return ((await response.json()) as { USDBRL: Record<string, string> }).USDBRL;
  };

  it('tell what a dollar costs, all in strings and in the time of Brasília', async () => {
    assert.deepEqual(await quote(), {
      code: 'USD',
      codein: 'BRL',
      name: 'Dólar Americano/Real Brasileiro',
      high: '5.4761',
      low: '5.3979',
      varBid: '0.0130',
      pctChange: '0.24',
      bid: '5.4321',
      ask: '5.4326',
      timestamp: '1794704523',
      create_date: '2026-11-14 22:02:03',
    });
  });

  it('know no other pair', async () => {
    const response = await fetch(`${sandbox.ratesUrl}/json/last/XXX-YYY`);
    assert.equal(response.status, 404);
    assert.deepEqual(await response.json(), {
      status: 404,
      code: 'CoinNotExists',
      message: 'moeda nao encontrada XXX-YYY',
    });
  });

  it('stay until they are set, and keep the rate to the letter', async () => {
    assert.equal((await control(sandbox, 'rates', { rate: '5.10' })).status, 200);
    assert.equal((await quote()).bid, '5.10');
    assert.equal((await quote()).bid, '5.10');
    assert.equal((await controlState<{ rate: string }>(sandbox, 'rates')).rate, '5.10');
  });

  it('can be set together with a fault, and without ending one', async () => {
    await control(sandbox, 'rates', { rate: '6', fault: 'server-error', times: 1 });
    await control(sandbox, 'rates', { rate: '7.5' });
    assert.equal((await fetch(`${sandbox.ratesUrl}/json/last/USD-BRL`)).status, 503);
    assert.equal((await quote()).bid, '7.5');
  });

  it('refuse a rate that is no decimal number', async () => {
    for (const rate of ['', '5,10', '-1', '5.', '1e3', 5.1]) {
      assert.equal((await control(sandbox, 'rates', { rate })).status, 400, String(rate));
    }
    assert.equal((await quote()).bid, '5.4321');
  });
});
