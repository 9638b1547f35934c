import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Body, PARTNER, REDLINE, state, TOKEN } from '../../test/market.ts';
import { type Sandbox, startSandbox } from '../index.ts';

/** Only a hang meets it, however slow the machine. */
const HANG_MS = 120_000;
const PROGRAM = path.resolve(import.meta.dirname, '../../test/public-client.ts');

describe("the marketplace's own public client", () => {
  let sandbox: Sandbox;
  let said: Body;
  before(async () => {
    sandbox = await startSandbox({ port: 0 });
    const args = [PROGRAM, sandbox.marketUrl, sandbox.marketFeedUrl, sandbox.marketApiKey];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: HANG_MS });
    said = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  });
  after(() => sandbox.close());

  it('finds prices, by names that it encodes twice', () => {
    assert.deepEqual(
      said.prices.items.map(({ name }: Body) => name),
      [REDLINE, `StatTrak™ ${REDLINE}`],
    );
    assert.ok(said.found.items.every(({ name }: Body) => name === REDLINE));
    assert.deepEqual(
      [said.found.items.length, said.found.items[0].price],
      [said.prices.items[0].count, said.prices.items[0].min],
    );
  });

  it('buys by name, once for a project id, and by the id of a listing', () => {
    assert.deepEqual([said.bought.success, said.bought.price], [true, said.found.items[0].price]);
    assert.deepEqual(said.again, { success: false, msg: 'projectId already exists' });
    assert.deepEqual([said.boughtById.success, said.boughtById.price], [true, said.found.items[1].price]);
  });

  it('finds its purchases in every way', () => {
    const [first, second] = said.byProject.trades;
    assert.deepEqual([first.id, second.id], [said.bought.id, said.boughtById.id]);
    // The counter runs down between the two answers.
    assert.deepEqual(
      said.byId.trades.map((trade: Body) => ({ ...trade, counter: first.counter })),
      [first],
    );
    assert.deepEqual(
      said.history.history.map(({ id }: Body) => id),
      [second.id, first.id],
    );
    assert.equal(said.ownHistory.data.trades.length, 2);
  });

  it('reads its wallet, as the marketplace has it', async () => {
    const { wallet, purchases } = await state(sandbox);
    assert.equal(said.profile.user.wallet, wallet);
    assert.equal(wallet, 10_000_000 - purchases.reduce((sum, { price }) => sum + price, 0));
  });

  it('has trade URLs checked', () => {
    assert.deepEqual(
      [said.tradeLink.success, said.tradeLink.steamid32, said.tradeLink.token],
      [true, Number(PARTNER), TOKEN],
    );
  });

  it('is told that its key is wrong', () => {
    assert.deepEqual(said.stranger, [403, { success: false, msg: 'wrong api' }]);
  });

  it('hears the feed', () => {
    const [{ type, data }] = said.heard;
    assert.deepEqual([type, data.items[0].id, data.items[0].status], ['create', said.bought.id, 0]);
  });
});
