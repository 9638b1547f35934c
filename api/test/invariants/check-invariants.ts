import type { Db } from '../../src/platform/db.ts';
import { type Sql, sql } from '../../src/platform/sql.ts';

/**
 * What must hold at any moment, whatever has happened. Run after every flow: each entry is a question whose answer must
 * be empty, so that a broken one shows the rows that break it.
 */
const questions: Readonly<Record<string, Sql>> = {
  'a user has at most 5 sessions': sql`
    select user_id, count(*) from sessions where expires_at > now() group by user_id having count(*) > 5`,
  'a session lives seven days': sql`
    select id from sessions where expires_at <> created_at + interval '604800 seconds'`,
  'who is banned or suspended has no session': sql`
    select sessions.id from sessions join users on users.id = user_id where status <> 'ACTIVE'`,
  'a session belongs to the account of its user': sql`
    select sessions.id from sessions join users on users.id = user_id where users.platform_id <> sessions.platform_id`,
  'every user has an account': sql`
    select id from users where not exists (select from accounts where user_id = users.id)`,
  'no balance is negative': sql`select user_id from accounts where balance_cents < 0`,
};

export interface Violation {
  invariant: string;
  rows: object[];
}

export async function findViolations(db: Db): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [invariant, question] of Object.entries(questions)) {
    const rows = await db.query(question);
    if (rows.length > 0) violations.push({ invariant, rows: rows.slice(0, 10) });
  }
  return violations;
}
