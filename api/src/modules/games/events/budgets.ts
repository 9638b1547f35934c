import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import { type AlertContent, raiseAlert } from '../../people/alerts/index.ts';
import { budgetIsSpent } from './events.errors.ts';
import { findBudgetWithoutAlert, type SpentBudget, spendSql } from './events.sql.ts';

const budgetNearEnd = (eventId: Id<'event'>, spentCents: Cents, budgetCents: Cents): AlertContent => ({
  kind: 'EVENT_BUDGET_NEARLY_SPENT',
  key: eventId,
  level: 'WARNING',
  title: 'The budget of an event is nearly spent',
  message:
    `${formatBrl(spentCents)} of ${formatBrl(budgetCents)} of event ${eventId} are given. Rewards and shots beyond it are ` +
    `refused: raise the budget by PATCH /api/admin/events/${eventId}, or end the event.`,
  details: { eventId, spentCents: spentCents.toString(), budgetCents: budgetCents.toString() },
});

const ALERT_PERCENT = 80n;

export async function spendBudget(tx: Tx, eventId: Id<'event'>, cents: Cents): Promise<void> {
  const [after] = await tx.query<SpentBudget>(spendSql(eventId, sql`${cents}::bigint`));
  if (after !== undefined) await alertNearEnd(tx, eventId, after, cents);
}

/** Only the reward that passes the share raises the alert, so that it comes once. */
export async function alertNearEnd(
  tx: Tx,
  eventId: Id<'event'>,
  { budgetCents, spentCents }: SpentBudget,
  cents: Cents,
): Promise<void> {
  if (budgetCents === null || spentCents === null) return;
  const [budget, spent] = [budgetCents, spentCents];
  const isNear = (given: Cents) => given * 100n >= budget * ALERT_PERCENT;
  if (cents > 0n && isNear(spent) && !isNear(spent - cents))
    await raiseAlert(tx, budgetNearEnd(eventId, spent, budget));
}

/** Alerts administrators also where the rest of the budget is too small for a reward. */
export async function withinBudget<Result>(
  db: Db,
  work: () => Promise<Result>,
  eventIdOf: () => Id<'event'> | null,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const eventId = eventIdOf();
    if (eventId !== null && (error as { code?: unknown }).code === budgetIsSpent().code)
      await alertRefused(db, eventId);
    throw error;
  }
}

async function alertRefused(db: Db, eventId: Id<'event'>): Promise<void> {
  const { kind, key } = budgetNearEnd(eventId, 0n, 0n);
  const budget = await findBudgetWithoutAlert(db, eventId, { kind, key });
  if (budget === null) return;
  await raiseAlert(db, budgetNearEnd(eventId, budget.spentCents, budget.budgetCents));
}
