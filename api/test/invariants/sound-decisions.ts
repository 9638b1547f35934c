import assert from 'node:assert/strict';
import type { Call } from '../support/calls.ts';
import { ADMIN_PLATFORM_ID, type Person } from '../support/people.ts';

export const SECOND_ADMIN_PLATFORM_ID = '76561198000000002';
/** For processes that both administrators call. */
export const TWO_ADMINS = { ADMIN_PLATFORM_IDS: `${ADMIN_PLATFORM_ID},${SECOND_ADMIN_PLATFORM_ID}` };

export type Admins = readonly [Person, Person];

/** Proposed by the first administrator: two are asked for, whatever the sum is. */
export async function propose(call: Call, [admin]: Admins, path: string, body: object = {}): Promise<void> {
  const set = async (twoPersonCents: number) =>
    assert.equal((await call(admin, 'PATCH', '/admin/settings', { twoPersonCents })).status, 200);
  await set(1);
  const { body: refusal, text } = await call(admin, 'POST', path, body);
  assert.equal(refusal.code, 'SECOND_ADMINISTRATOR_NEEDED', text);
  await set(0);
}

/** Proposed by the first administrator and carried out by the second. */
export async function decideByTwo(call: Call, admins: Admins, path: string, body: object = {}): Promise<void> {
  await propose(call, admins, path, body);
  const [admin, second] = admins;
  await call(admin, 'PATCH', '/admin/settings', { twoPersonCents: 1 });
  const { status, text } = await call(second, 'POST', path, body);
  assert.equal(status, 200, text);
  await call(admin, 'PATCH', '/admin/settings', { twoPersonCents: 0 });
}
