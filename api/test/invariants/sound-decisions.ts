import assert from 'node:assert/strict';
import type { Call } from '../support/calls.ts';
import { ADMIN_PLATFORM_ID, type Person } from '../support/people.ts';

export const SECOND_ADMIN_PLATFORM_ID = '76561198000000002';
export const TWO_ADMINS = { ADMIN_PLATFORM_IDS: `${ADMIN_PLATFORM_ID},${SECOND_ADMIN_PLATFORM_ID}` };

export type Admins = readonly [Person, Person];

/** Proposed by the first administrator: two are asked for, whatever the sum is. */
export async function propose(call: Call, admins: Admins, path: string, body: object = {}): Promise<void> {
  const [admin] = admins;
  await askForTwo(call, admins);
  const { body: refusal, text } = await call(admin, 'POST', path, body);
  assert.equal(refusal.code, 'SECOND_ADMINISTRATOR_NEEDED', text);
  await askForOne(call, admins);
}

async function askForTwo(call: Call, [admin]: Admins): Promise<void> {
  assert.equal((await call(admin, 'PATCH', '/admin/settings', { twoPersonCents: 1 })).status, 200);
}

/** Two have to agree to that as well. */
async function askForOne(call: Call, [admin, second]: Admins): Promise<void> {
  const values = { twoPersonCents: 0 };
  const { body: refusal, text } = await call(admin, 'PATCH', '/admin/settings', values);
  assert.equal(refusal.code, 'SECOND_ADMINISTRATOR_NEEDED', text);
  assert.equal((await call(second, 'PATCH', '/admin/settings', values)).status, 200);
}

/** Proposed by the first administrator and carried out by the second. */
export async function decideByTwo(call: Call, admins: Admins, path: string, body: object = {}): Promise<void> {
  await propose(call, admins, path, body);
  const [, second] = admins;
  await askForTwo(call, admins);
  const { status, text } = await call(second, 'POST', path, body);
  assert.equal(status, 200, text);
  await askForOne(call, admins);
}
