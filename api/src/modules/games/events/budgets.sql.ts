import type { Db } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';

/** A budget after something was spent of it; null where the event has none. */
export interface SpentBudget {
  budgetCents: bigint | null;
  spentCents: bigint | null;
}

const BUDGET = sql`budget_cents, spent_cents`;

/**
 * Spends so much of the budget of an event; a constraint of the table refuses what would exceed it. A part of the statement that
 * gives the reward, or one of its own. Send it last: players of one event wait here for each other.
 */
export const spendSql = (eventId: Id<'event'>, cents: Sql): Sql => sql`
  update event_budgets set spent_cents = spent_cents + ${cents} where event_id = ${eventId} returning ${BUDGET}`;

/** The budget of an event that has no open alert of this kind. */
export async function findBudgetWithoutAlert(
  db: Db,
  eventId: Id<'event'>,
  { kind, key }: { kind: string; key: string },
): Promise<{ budgetCents: bigint; spentCents: bigint } | null> {
  const [budget] = await db.query<{ budgetCents: bigint; spentCents: bigint }>(sql`
    select ${BUDGET} from event_budgets where event_id = ${eventId} and not exists (
      select from alerts where kind = ${kind} and key = ${key} and resolved_at is null)`);
  return budget ?? null;
}
