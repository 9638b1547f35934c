import assert from 'node:assert/strict';
import { buildApp } from '../../src/app/app.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { TestApp } from '../support/app.ts';
import { createCall, type Method } from '../support/calls.ts';
import type { Person } from '../support/people.ts';
import { until } from '../support/until.ts';
import { type Admins, decideByTwo } from './sound-decisions.ts';

interface Payouts {
  app: TestApp;
  // biome-ignore lint/suspicious/noExplicitAny: what is found in an answer is what is asked of it.
  ask: (who: Person, method: Method, path: string, payload?: object) => Promise<any>;
  admins: Admins;
  player: Person;
  recoveryCodes: string[];
}

const AMOUNT = { amountCents: 2_400 };

/** A money withdrawal in each of its states, paid by the provider and by hand, one rejected after it was approved. */
export async function withdrawMoney({ app, ask, admins, player, recoveryCodes }: Payouts): Promise<void> {
  const [admin] = admins;
  const request = async (): Promise<string> => {
    const key = { pixKeyType: 'EMAIL', pixKey: 'player@example.com' };
    return (await ask(player, 'POST', '/payment/withdraw/request', { ...AMOUNT, ...key })).id;
  };
  const confirmed = async (): Promise<string> => {
    const id = await request();
    await ask(player, 'POST', `/payment/withdraw/${id}/confirm`, { ...AMOUNT, code: recoveryCodes.pop() });
    return id;
  };
  const late = await request();
  await app.db.query(sql`update money_withdrawals set expires_at = created_at where id = ${late}`);
  for (const { tasks } of app.jobSets) await tasks['expire-money-withdrawals']?.({});
  await request();
  await confirmed();
  await ask(player, 'POST', `/payment/withdraw/${await request()}/cancel`);
  await ask(admin, 'POST', `/admin/withdrawals/${await confirmed()}/reject`, { reason: 'A test' });
  const paid = await confirmed();
  await ask(admin, 'POST', `/admin/withdrawals/${paid}/approve`);
  const isPaid = sql`select from money_withdrawals where id = ${paid} and status = 'COMPLETED'`;
  await until(async () => (await app.db.query(isPaid)).length === 1);
  await payManually(app, admins, [await confirmed(), await confirmed(), await confirmed()]);
}

async function payManually(app: TestApp, admins: Admins, ids: [string, string, string]): Promise<void> {
  const [admin] = admins;
  const [approved, completed, rejected] = ids;
  const byHand = await buildApp({ ...app.deps, pix: null });
  const call = createCall(byHand.http);
  const decide = async (id: string | undefined, step: string, body: object = {}) => {
    const { status, text } = await call(admin, 'POST', `/admin/withdrawals/${id}/${step}`, body);
    assert.equal(status, 200, text);
  };
  try {
    for (const id of [approved, rejected]) await decide(id, 'approve');
    for (const step of ['approve', 'complete']) {
      await decideByTwo(call, admins, `/admin/withdrawals/${completed}/${step}`);
    }
    await decide(rejected, 'reject', { reason: 'A test', notPaid: true });
  } finally {
    await byHand.close();
  }
}
