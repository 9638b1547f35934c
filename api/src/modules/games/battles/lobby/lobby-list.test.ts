import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultFields } from '../../../../../test/support/calls.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { createCase } from '../../cases/openings/test-support.ts';
import { createBattlesWorld } from '../test-support.ts';

const world = useApp(createBattlesWorld);

const listed = async (query: string) => {
  const { status, body, text } = await world.call(null, 'GET', `/battles/list?${query}`);
  assert.equal(status, 200, text);
  return [body.data.map(({ id }: { id: string }) => id), body.meta.total];
};

test('the lobby is sorted by price and by how full battles are, and filtered by what they are', async () => {
  const dear = await createCase(world.db, { priceCents: 700 });
  const [ana, bia] = [await world.player(), await world.player()];
  const createAt = async (more: object) => (await world.create(ana, more)).body.id as string;
  const duel = await createAt({ caseIds: [dear.id] });
  const teams = await createAt({ isTeams: true, caseIds: [world.box.id, dear.id] });
  const trio = await createAt({ seatCount: 3 });
  await createAt({ isPrivate: true });
  const over = await createAt({});
  await world.join(bia, over);
  await world.join(bia, teams);

  assert.deepEqual(await listed('sort=cheapest'), [[trio, duel, teams], 3]);
  assert.deepEqual(await listed('sort=dearest&limit=2'), [[teams, duel], 3]);
  assert.deepEqual(await listed('sort=dearest&limit=2&page=2'), [[trio], 3]);
  assert.deepEqual(await listed('sort=filling'), [[duel, teams, trio], 3]);
  assert.deepEqual(await listed('isTeams=true'), [[teams], 1]);
  assert.deepEqual(await listed('isTeams=false&status=WAITING'), [[trio, duel], 2]);
  assert.deepEqual(await listed('hasFreeSeat=true'), [[trio, teams, duel], 3]);
  assert.deepEqual(await listed('hasFreeSeat=false'), [[], 0]);
  assert.deepEqual(await listed(`caseId=${dear.id}`), [[teams, duel], 2]);
  assert.deepEqual(await listed(`caseId=${dear.id}&maxPriceCents=700`), [[duel], 1]);
  assert.deepEqual(await listed('randomness=drand'), [[], 0]);
  assert.deepEqual(await listed('randomness=server&seatCount=3'), [[trio], 1]);

  const { data } = (await world.call(null, 'GET', '/battles/list?isTeams=true')).body;
  assert.deepEqual([data[0].roundCount, data[0].totalEntryCents], [2, '3200']);
});

test('what only the lobby can be asked is refused of battles that are over', async () => {
  const query = 'status=COMPLETED&sort=cheapest&isTeams=true&hasFreeSeat=true';
  const reply = await world.call(null, 'GET', `/battles/list?${query}`);
  assert.equal(reply.status, 400);
  assert.deepEqual(faultFields(reply), ['isTeams', 'hasFreeSeat', 'sort']);
  assert.deepEqual(faultFields(await world.call(null, 'GET', '/battles/list?sort=x')), ['sort']);
});

test('a bot has a name and a picture', async () => {
  const ana = await world.player();
  const { id } = (await world.create(ana)).body;
  const { seats } = (await world.addBots(ana, id, 1)).body;
  const { botName, botAvatarUrl } = seats[1];
  const picture = await world.http.inject({ url: botAvatarUrl });
  assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/svg+xml']);
  assert.match(picture.body, /^<svg [^>]*>.*<\/svg>$/s);
  const markup = await world.http.inject({ url: `/api/battles/bots/${encodeURIComponent('<script>')}/picture` });
  assert.ok(botName.length > 0 && !markup.body.includes('script') && markup.body !== picture.body);
});
