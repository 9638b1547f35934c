import type { Id } from '../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import type { AlertContent } from '../../people/alerts/index.ts';

export const budgetNearEnd = (eventId: Id<'event'>, spentCents: Cents, budgetCents: Cents): AlertContent => ({
  kind: 'EVENT_BUDGET_NEARLY_SPENT',
  key: eventId,
  level: 'WARNING',
  title: 'The budget of an event is nearly spent',
  message:
    `${formatBrl(spentCents)} of ${formatBrl(budgetCents)} of event ${eventId} are given. Rewards and shots beyond it are ` +
    `refused: raise the budget by PATCH /api/admin/events/${eventId}, or end the event.`,
  details: { eventId, spentCents: spentCents.toString(), budgetCents: budgetCents.toString() },
});
