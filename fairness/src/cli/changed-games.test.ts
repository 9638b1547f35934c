import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run, run } from './run.ts';
import { battleNumber, type Json, raffleNumber, runBattle, runRaffle } from './test-support.ts';

/** Every place of a value in JSON, as the keys that lead there. */
function placesIn(json: unknown, way: string[] = []): string[][] {
  if (typeof json !== 'object' || json === null) return [way];
  return Object.entries(json).flatMap(([key, value]) => placesIn(value, [...way, key]));
}

/** A copy in which one value is another of its kind. */
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

/** The verdict, and what could not be checked. */
const verdictOf = ({ exitCode, stdout }: Run) => [exitCode, ...(stdout.match(/^Not checked: .*$/gm) ?? [])].join('\n');

/** The places whose change goes unnoticed, with numbers of lists left out. */
async function unnoticedIn(json: Json, runOn: (changed: Json) => ReturnType<typeof run>): Promise<string[]> {
  const unnoticed = new Set<string>();
  const unchanged = verdictOf(await runOn(json));
  for (const way of placesIn(json)) {
    if (verdictOf(await runOn(changedAt(json, way))) === unchanged)
      unnoticed.add(way.filter((key) => !/^\d+$/.test(key)).join('.'));
  }
  return [...unnoticed].sort();
}

// What cannot be noticed: names and pictures, who sits where, whether it was private, which seed was whose choice (it is
// only told), and the ids of items that nobody drew.
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
  test(`whatever is changed in a battle ${kind} is noticed`, async () => {
    const unnoticed = await unnoticedIn(battleNumber(id), runBattle);
    assert.deepEqual(
      unnoticed.filter((place) => !UNNOTICED.includes(place)),
      [],
    );
  });
}

// Of those that were bound at their creation it is also told which seed was whose choice, when what happened (as long as it
// is in its order), who is a bot, and what every item of a version is worth, also of items that nobody drew.
const UNNOTICED_OF_BOUND = ['id', 'isPrivate', 'rounds.rolls.itemName', 'seats.user', 'seats.user.id'].concat(
  ['versions.items.itemId', 'versions.items.name', 'versions.items.valueCents', 'beacon.round'],
  // Times are told in milliseconds: the last digit alone is too little to bring them out of order.
  ['createdAt', 'startedAt', 'endedAt', 'seats.takenAt', 'botSeats.committedAt', 'tieBreak.committedAt'],
);

for (const [id, kind] of [
  [31, 'that bots played, with client seeds given'],
  [32, 'of people and a bot'],
  [33, 'in teams against bots'],
  [34, 'in which nobody gave a client seed'],
  [35, 'that is tied'],
] as const) {
  test(`whatever is changed in a battle bound at its creation ${kind} is noticed`, async () => {
    const unnoticed = await unnoticedIn(battleNumber(id), runBattle);
    assert.deepEqual(
      unnoticed.filter((place) => !UNNOTICED_OF_BOUND.includes(place)),
      [],
    );
  });
}

test('whatever is changed in a raffle, or in its list of tickets, is noticed', async () => {
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
