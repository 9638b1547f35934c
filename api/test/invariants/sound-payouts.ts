import { sql } from '../../src/platform/database/sql.ts';
import type { TestApp } from '../support/app.ts';
import type { Method } from '../support/calls.ts';
import type { Person } from '../support/people.ts';

interface Payouts {
  app: TestApp;
  // biome-ignore lint/suspicious/noExplicitAny: what is found in an answer is what is asked of it.
  ask: (who: Person, method: Method, path: string, payload?: object) => Promise<any>;
  admin: Person;
  player: Person;
  /** Of the player; one is used up for each that is confirmed. */
  recoveryCodes: string[];
}

const AMOUNT = { amountCents: 2_400 };

/** A money withdrawal in each of its states, one of them rejected after it was approved. */
export async function withdrawMoney({ app, ask, admin, player, recoveryCodes }: Payouts): Promise<void> {
  const request = async (): Promise<string> => {
    const key = { pixKeyType: 'EMAIL', pixKey: 'player@example.com' };
    return (await ask(player, 'POST', '/payment/withdraw/request', { ...AMOUNT, ...key })).id;
  };
  const confirmed = async (): Promise<string> => {
    const id = await request();
    await ask(player, 'POST', `/payment/withdraw/${id}/confirm`, { ...AMOUNT, code: recoveryCodes.pop() });
    return id;
  };
  const decided = async (step: string, body: object = {}): Promise<string> => {
    const id = await confirmed();
    await ask(admin, 'POST', `/admin/withdrawals/${id}/${step}`, body);
    return id;
  };

  const late = await request();
  await app.db.query(sql`update money_withdrawals set expires_at = created_at where id = ${late}`);
  for (const { tasks } of app.jobSets) await tasks['expire-money-withdrawals']?.({});
  await request();
  await confirmed();
  await decided('approve');
  await decided('reject', { reason: 'A test' });
  await ask(admin, 'POST', `/admin/withdrawals/${await decided('approve')}/complete`);
  const notPaid = { reason: 'A test', notPaid: true };
  await ask(admin, 'POST', `/admin/withdrawals/${await decided('approve')}/reject`, notPaid);
  await ask(player, 'POST', `/payment/withdraw/${await request()}/cancel`);
}
