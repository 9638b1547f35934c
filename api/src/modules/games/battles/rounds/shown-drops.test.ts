import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { before, test } from 'node:test';
import { fixedClock } from '../../../../platform/clock.ts';
import { useBattles } from '../test-support.ts';

const KEPT_MS = 1_000;
const clock = fixedClock(new Date());
const told = new EventEmitter();
const world = useBattles({ clock });
before(async () => {
  const { toAll } = world.realtime;
  Object.assign(world.realtime, {
    toAll: (event: { name: string }, payload: object) => {
      told.emit(event.name, payload);
      toAll(event as never, payload as never);
    },
  });
});

interface Shown {
  game: string;
  battleId: string | null;
  username: string;
  caseId: string;
  item: { id: string };
}

/** The kept list has grown too old. */
async function shownNow(): Promise<Shown[]> {
  clock.advance(KEPT_MS);
  return (await world.call(null, 'GET', '/live-drops/recent')).body.data;
}

test('the best that a winner got is shown to everybody, live and among the latest; of private battles nothing is', async () => {
  const [ana, bia] = [await world.player(), await world.player()];
  const live = once(told, 'drop:live');
  const { body: created } = await world.create(ana, { caseIds: [world.box.id, world.box.id, world.box.id] });
  const { body: battle } = await world.join(bia, created.id);
  assert.equal(battle.status, 'COMPLETED');
  const [{ drops }] = (await live) as [{ drops: Shown[] }];
  const [newest, ...others] = await shownNow();
  assert.deepEqual(drops, [newest]);
  assert.deepEqual(others, []);
  const rolls = battle.rounds.flatMap((round: { rolls: { valueCents: string; itemId: string }[] }) => round.rolls);
  const most = Math.max(...rolls.map(({ valueCents }: { valueCents: string }) => Number(valueCents)));
  const best = rolls.filter(({ valueCents }: { valueCents: string }) => Number(valueCents) === most);
  const winner = battle.seats.find(({ isWinner }: { isWinner: boolean }) => isWinner);
  assert.deepEqual(
    [newest?.game, newest?.battleId, newest?.username, newest?.caseId],
    ['BATTLES', battle.id, winner.user.username, world.box.id],
  );
  assert.ok(best.some(({ itemId }: { itemId: string }) => itemId === newest?.item.id));

  const { body: secret } = await world.create(ana, { isPrivate: true });
  const { status, text } = await world.join(bia, secret.id, { invitationCode: secret.invitationCode });
  assert.equal(status, 200, text);
  assert.deepEqual(await shownNow(), [newest]);
});

test('what a bot wins is not shown, nor is a shared pot', async () => {
  const ana = await world.player();
  const before = await shownNow();
  const { body } = await world.create(ana, { mode: 'SHARED' });
  await world.addBots(ana, body.id, 1);
  assert.deepEqual(await shownNow(), before);
});
