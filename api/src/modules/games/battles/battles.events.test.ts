import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../../../../test/support/use-app.ts';
import { BATTLE_ROOMS } from './battles.messages.ts';
import { createBattlesWorld, recordEvents } from './test-support.ts';

const world = useApp(createBattlesWorld);

test('the lobby hears of a battle, and its room of each round in order', async () => {
  const [ana, bia, carla] = [await world.player(), await world.player(), await world.player()];
  const sent = recordEvents(world);
  const { id } = (await world.create(ana, { seatCount: 3, caseIds: [world.box.id, world.box.id] })).body;
  await world.join(bia, id);
  const { body } = await world.join(carla, id);
  const room = `battle:${id}`;
  assert.deepEqual(
    sent.map(({ to, event }) => [to, event]),
    [
      ['everybody', 'battle:created'],
      ['everybody', 'battle:joined'],
      ['everybody', 'battle:joined'],
      ['everybody', 'battle:started'],
      [room, 'battle:round'],
      [room, 'battle:round'],
      ['everybody', 'battle:finished'],
    ],
  );
  assert.deepEqual(
    sent.map(({ payload }) => payload.seats?.length ?? [payload.round, payload.roundCount, payload.rolls.length]),
    [1, 2, 3, 3, [1, 2, 3], [2, 2, 3], 3],
  );
  assert.deepEqual(
    sent[4]?.payload.rolls.map((drop: { roll: number }) => drop.roll),
    body.rounds[0].rolls.map((drop: { roll: number }) => drop.roll),
  );
  const totalOf = (seat: number, rounds: number) =>
    body.rounds
      .slice(0, rounds)
      .flatMap(({ rolls }: { rolls: { seat: number; valueCents: string }[] }) => rolls)
      .filter((drop: { seat: number }) => drop.seat === seat)
      .reduce((sum: bigint, { valueCents }: { valueCents: string }) => sum + BigInt(valueCents), 0n)
      .toString();
  for (const round of [1, 2]) {
    assert.deepEqual(
      sent[3 + round]?.payload.totals,
      [1, 2, 3].map((seat) => ({ seat, totalCents: totalOf(seat, round) })),
    );
  }
  assert.deepEqual(sent.at(-1)?.payload.winningTeam, body.result.winningTeam);
  assert.ok(BATTLE_ROOMS.test(room));
});

test('who watches learns by the end who has won, and not by the last seat', async () => {
  const outcome = ({ status, winningTeam, potCents, endedAt }: Record<string, unknown>) =>
    [status, winningTeam, potCents, endedAt].map((field) => (field === null ? null : String(field)));
  for (const fill of ['join', 'bots'] as const) {
    const [ana, bia] = [await world.player(), await world.player()];
    const { id } = (await world.create(ana)).body;
    const sent = recordEvents(world);
    const { body } = fill === 'join' ? await world.join(bia, id) : await world.addBots(ana, id, 1);
    assert.equal(body.status, 'COMPLETED');
    const ofLobby = sent.filter(({ event }) => event !== 'battle:round');
    assert.deepEqual(
      ofLobby.map(({ event, payload }) => [event, outcome(payload)]),
      [
        ['battle:joined', ['IN_PROGRESS', null, null, null]],
        ['battle:started', ['IN_PROGRESS', null, null, null]],
        ['battle:finished', ['COMPLETED', String(body.result.winningTeam), body.result.potCents, body.endedAt]],
      ],
    );
    const [joined, started] = sent;
    for (const told of ['isWinner', 'totalCents', 'rounds', 'roll', 'item', 'erverSeed', 'result', 'tieBreak']) {
      assert.ok(!JSON.stringify([joined?.payload, started?.payload]).includes(told), told);
    }
  }
});

test('what a shared pot pays is told after the end', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana, { mode: 'SHARED' })).body;
  const order: string[] = [];
  const plays: unknown[] = [];
  const { toAll, toUser } = world.realtime;
  Object.assign(world.realtime, {
    toAll: (event: { name: string }) => order.push(event.name),
    toUser: (_user: string, event: { name: string }, payload: { play?: unknown }) => {
      order.push(event.name);
      if (event.name === 'balance:updated') plays.push(payload.play);
    },
  });
  try {
    await world.join(bia, id);
  } finally {
    Object.assign(world.realtime, { toAll, toUser });
  }
  assert.ok(order.indexOf('balance:updated') > order.indexOf('battle:finished'), order.join());
  assert.ok(order.includes('battle:finished'));
  // A page that still shows the rounds holds these balances back.
  assert.deepEqual(plays, [
    { game: 'BATTLES', ids: [id] },
    { game: 'BATTLES', ids: [id] },
  ]);
});

test('of a private battle hears who knows its code', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const sent = recordEvents(world);
  const { id, invitationCode } = (await world.create(ana, { isPrivate: true })).body;
  await world.join(bia, id, { invitationCode });
  const room = `battle:${id}:${invitationCode}`;
  assert.deepEqual(
    sent.map(({ to, event }) => [to, event]),
    ['battle:joined', 'battle:started', 'battle:round', 'battle:finished'].map((event) => [room, event]),
  );
  assert.ok(BATTLE_ROOMS.test(room));
  assert.ok(!JSON.stringify(sent.map(({ payload }) => payload)).includes(invitationCode));
});

test('every seed stays out of what sockets hear', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const sent = recordEvents(world);
  const { id } = (await world.create(ana)).body;
  const { body } = await world.join(bia, id);
  assert.ok(!JSON.stringify(sent).includes(body.rounds[0].rolls[0].serverSeed));
});
