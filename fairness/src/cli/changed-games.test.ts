import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run, run } from './run.ts';
import { battleNumber, type Json, raffleNumber, runBattle, runRaffle } from './test-support.ts';

/** Lists every place of a value in JSON by the keys that lead there. */
function placesIn(json: unknown, way: string[] = []): string[][] {
  if (typeof json !== 'object' || json === null) return [way];
  return Object.entries(json).flatMap(([key, value]) => placesIn(value, [...way, key]));
}

/** Copies the game with one value replaced by another of its kind. */
function changedAt(json: Json, way: readonly string[]): Json {
  const copy = structuredClone(json);
  const holder = way.slice(0, -1).reduce<Json>((value, key) => value[key] as Json, copy);
  const key = way.at(-1) as string;
  const value = holder[key];
  if (typeof value === 'number') holder[key] = value + 1;
  else if (typeof value === 'boolean') holder[key] = !value;
  else if (value === null) holder[key] = 1;
  else if (/^\d+$/.test(String(value))) holder[key] = String(BigInt(String(value)) + 1n);
  else holder[key] = String(value).replace(/.$/u, (last) => (last === '0' ? '1' : '0'));
  return copy;
}

const verdictOf = ({ exitCode, stdout }: Run) => [exitCode, ...(stdout.match(/^Not checked: .*$/gm) ?? [])].join('\n');

/** Lists the places whose change goes unnoticed, without the numbers of lists. */
async function unnoticedIn(json: Json, runOn: (changed: Json) => ReturnType<typeof run>): Promise<string[]> {
  const unnoticed = new Set<string>();
  const unchanged = verdictOf(await runOn(json));
  for (const way of placesIn(json)) {
    if (verdictOf(await runOn(changedAt(json, way))) === unchanged)
      unnoticed.add(way.filter((key) => !/^\d+$/.test(key)).join('.'));
  }
  return [...unnoticed].sort();
}

// Some changes cannot be noticed: names, pictures, seats, whether a game was private, the origin of a seed (which is
// only told), and ids of items that were not drawn.
const UNNOTICED = ['id', 'isPrivate', 'rounds.rolls.clientSeedSource', 'rounds.rolls.itemName', 'seats.isBot'].concat([
  'seats.takenAt',
  'seats.user',
  'seats.user.id',
  'versions.items.itemId',
  'versions.items.name',
]);

for (const [id, kind] of [
  [1, 'for themselves'],
  [14, 'that is tied'],
  [10, 'in teams'],
  [22, 'whose pot is shared'],
  [12, 'with a beacon, tied'],
] as const) {
  test(`any change of a battle ${kind} is noticed`, async () => {
    const unnoticed = await unnoticedIn(battleNumber(id), runBattle);
    assert.deepEqual(
      unnoticed.filter((place) => !UNNOTICED.includes(place)),
      [],
    );
  });
}

// Games that were bound at their creation also merely tell the origin of seeds, the times (as long as they are in
// order), which seats are bots, and the worth of items that were not drawn.
const UNNOTICED_OF_BOUND = ['id', 'isPrivate', 'rounds.rolls.itemName', 'seats.user', 'seats.user.id'].concat(
  ['versions.items.itemId', 'versions.items.name', 'versions.items.valueCents', 'beacon.round'],
  // Times have milliseconds, and a change of the last digit brings none out of order.
  ['createdAt', 'startedAt', 'endedAt', 'seats.takenAt', 'botSeats.committedAt', 'tieBreak.committedAt'],
);

for (const [id, kind] of [
  [31, 'that bots played, with client seeds given'],
  [32, 'of people and a bot'],
  [33, 'in teams against bots'],
  [34, 'in which nobody gave a client seed'],
  [35, 'that is tied'],
] as const) {
  test(`any change of a battle bound at its creation ${kind} is noticed`, async () => {
    const unnoticed = await unnoticedIn(battleNumber(id), runBattle);
    assert.deepEqual(
      unnoticed.filter((place) => !UNNOTICED_OF_BOUND.includes(place)),
      [],
    );
  });
}

test('any change of a raffle, or of its list of tickets, is noticed', async () => {
  for (const id of [1, 2, 3]) {
    const { raffle, tickets } = raffleNumber(id);
    const unnoticed = await unnoticedIn(raffle, (changed) => runRaffle(changed, tickets));
    const told = ['closedAt', 'id', 'prizes.winner.username'];
    assert.deepEqual(
      unnoticed.filter((place) => !told.includes(place)),
      [],
    );
    for (const [index, sign] of [...tickets].entries()) {
      const changed = tickets.slice(0, index) + (sign === '7' ? '8' : '7') + tickets.slice(index + 1);
      assert.notEqual((await runRaffle(raffle, changed)).exitCode, 0, `sign ${index}`);
    }
    assert.equal((await runRaffle(raffle, tickets.trimEnd())).exitCode, 1, 'the last line is ended, too');
    assert.equal((await runRaffle(raffle, '')).exitCode, 1);
  }
});
