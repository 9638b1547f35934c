import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { createPlayer, type Person } from '../../../../../test/support/people.ts';
import { playDepsOf } from '../../../../../test/support/play-deps.ts';
import { useSoundApp } from '../../../../../test/support/use-app.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { battleGame } from '../../battles/rounds/battles.game.ts';
import { giveWinnings, takeStakes } from './play.ts';

const app = useSoundApp(createTestApp);
let player: Person;
before(async () => {
  player = await createPlayer(app.db, 1_000);
});

test('a game that is not registered takes no stake', async () => {
  const cost = {
    userId: player.userId,
    amountCents: 100n,
    itemsCents: 0n,
    rolls: 1,
    clientSeed: null,
    reason: 'A test',
    reference: null,
  };
  const taking = transaction(app.db, (tx) =>
    takeStakes({ ...playDepsOf(battleGame), games: [] }, tx, battleGame, [cost]),
  );
  await assert.rejects(taking, { message: 'BATTLES is not among the games that are registered' });
});

test('a game whose winnings differ from its payments gives nothing', async () => {
  const payment = { amountCents: 100n, reason: 'A test', reference: { type: 'BATTLE', id: '1' } };
  for (const [wonCents, prizes] of [
    [100n, []],
    [99n, [{ payment }]],
    [201n, [{ payment }, { payment }]],
  ] as const) {
    const giving = transaction(app.db, (tx) =>
      giveWinnings(playDepsOf(battleGame), tx, battleGame, [{ userId: player.userId, wonCents, prizes }]),
    );
    await assert.rejects(giving, { message: /^BATTLES says that \d+ cents were won, and pays \d+$/ });
  }
});
