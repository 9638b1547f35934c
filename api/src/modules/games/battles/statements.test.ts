import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '../../../../test/support/people.ts';
import { countOfRequests, createRecordingApp } from '../../../../test/support/recording-app.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { worldOf } from './test-support.ts';

const world = useApp(async () => worldOf(await createRecordingApp()));

/** How many statements a request takes, beside those that find its caller. */
async function countStatements(work: () => Promise<{ status: number; text: string }>): Promise<number> {
  world.statements.length = 0;
  const { status, text } = await work();
  assert.ok(status < 300, text);
  return countOfRequests(world);
}

async function statementsOf(mode: string, seatCount: number, rounds: number): Promise<number[]> {
  const people = await Promise.all(Array.from({ length: seatCount }, () => world.player()));
  const [creator, last] = [people[0] as Person, people.at(-1) as Person];
  let id = '';
  const creating = await countStatements(async () => {
    const created = await world.create(creator, { mode, seatCount, caseIds: Array<string>(rounds).fill(world.box.id) });
    id = created.body.id;
    return created;
  });
  for (const each of people.slice(1, -1)) await world.join(each, id);
  return [creating, await countStatements(() => world.join(last, id))];
}

for (const mode of ['NORMAL', 'SHARED']) {
  test(`the number of statements of a battle does not depend on its seats and rounds: ${mode}`, async () => {
    await statementsOf(mode, 2, 1);
    assert.deepEqual(await statementsOf(mode, 4, 50), await statementsOf(mode, 2, 1));
  });
}
