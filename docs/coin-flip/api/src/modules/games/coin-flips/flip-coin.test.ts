import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlayer, type Person } from '../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../test/support/recording-app.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { paidFor } from './coin-flips.records.ts';

const app = useSoundApp(createRecordingApp);

const flip = (who: Person, headers: Record<string, string> = {}) =>
  app.call(who, 'POST', '/coin-flips', { stakeCents: '100' }, headers);

test('of 10000000 rolls 4850000 win', () => {
  assert.deepEqual([paidFor(100n, 5_150_000), paidFor(100n, 5_150_001)], [0n, 200n]);
});

test('a flip takes its stake and pays what its roll wins', async () => {
  const player = await createPlayer(app.db, 1_000);
  let balance = 1_000n;
  for (let played = 0; played < 10 && balance >= 100n; played += 1) {
    const { status, body, text } = await flip(player);
    assert.equal(status, 200, text);
    const paid = paidFor(100n, body.roll);
    balance += paid - 100n;
    assert.deepEqual([body.paidCents, body.balanceCents], [paid.toString(), balance.toString()]);
    const play = { game: 'COIN_FLIPS', ids: [body.id] };
    assert.deepEqual(app.sent.at(-1)?.payload, { balanceCents: balance.toString(), play });
  }
});

test('a repeat with the same key gets the first answer', async () => {
  const player = await createPlayer(app.db, 1_000);
  const first = await flip(player, { 'idempotency-key': 'one' });
  const second = await flip(player, { 'idempotency-key': 'one' });
  assert.deepEqual([second.text, second.replayed], [first.text, true]);
});
