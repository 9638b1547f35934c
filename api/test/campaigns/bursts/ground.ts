import assert from 'node:assert/strict';
import { insertOneHeld } from '../../../src/modules/assets/inventory/test-support.ts';
import { allowTradesTo } from '../../../src/modules/trade/item-withdrawals/test-support.ts';
import { toId } from '../../../src/platform/ids.ts';
import type { Method } from '../../support/calls.ts';
import { createPlayer, type Person } from '../../support/people.ts';
import { enableSecondFactor } from '../../support/second-factors.ts';
import type { World } from '../simulation/world.ts';

/** Each row says which request is sent fifty times at once, by whom, and how often it may succeed. */
export interface Burst {
  who: Person;
  path: string;
  body?: object;
  most: number;
}

export async function done(
  { call }: World,
  who: Person,
  [method, path, body]: readonly [Method, string, object?],
  // biome-ignore lint/suspicious/noExplicitAny: what is found in an answer is what is asked of it.
): Promise<any> {
  const { status, body: answer, text } = await call(who, method, path, body);
  assert.ok(status < 300, `${method} ${path}: ${text}`);
  return answer;
}

export async function person(world: World, cents: number): Promise<Person> {
  const created = await createPlayer(world.app.db, cents);
  await allowTradesTo(world, created);
  await done(world, created, ['PUT', '/user/age-confirmation', { isAdult: true }]);
  return created;
}

export async function guarded(world: World, cents: number): Promise<{ who: Person; code(): string }> {
  const who = await person(world, cents);
  const factor = await enableSecondFactor(world.call, who, world.clock);
  return {
    who,
    code: () => {
      // A code is good for one use.
      world.clock.advance(30_000);
      return factor.code();
    },
  };
}

export async function itemOf({ app, catalogue }: World, { userId }: Person): Promise<string> {
  const [itemId] = catalogue.byMarketName.values();
  return insertOneHeld(app.db, userId, toId(itemId ?? ''));
}

export const firstCase = ({ catalogue }: World) => catalogue.cases[0] ?? assert.fail('no case');
