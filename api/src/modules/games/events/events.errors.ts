import { type ConstraintErrors, defineAdminError, defineError } from '../../../platform/errors.ts';
import type { EventFault } from './events.records.ts';

export const eventNotFound = defineError(
  'EVENT_NOT_FOUND',
  404,
  'Evento não encontrado.',
  'No event has this id, or it is not published.',
);
export const noEventRuns = defineError(
  'NO_EVENT_RUNS',
  404,
  'Nenhum evento está em andamento.',
  'No event runs at the moment.',
);
export const tierNotFound = defineError('TIER_NOT_FOUND', 404, 'Nível não encontrado.', 'The event has no such tier.');
export const shotNotFound = defineError(
  'SHOT_NOT_FOUND',
  404,
  'Tiro não encontrado.',
  'You have no shot with this id.',
);

export const eventNotRunning = defineError(
  'EVENT_NOT_RUNNING',
  400,
  'Este evento não está em andamento.',
  'The event has not begun, or its time is over.',
);
export const notEnoughPoints = defineError(
  'NOT_ENOUGH_POINTS',
  400,
  'Você não tem pontos suficientes.',
  'The tier needs more points than you have: wagers earn them.',
);
export const notEnoughTickets = defineError(
  'NOT_ENOUGH_TICKETS',
  400,
  'Você não tem tickets suficientes.',
  'The shot costs more tickets than you have: wagers earn them.',
);
export const tierAlreadyClaimed = defineError(
  'TIER_ALREADY_CLAIMED',
  409,
  'Você já resgatou este nível.',
  'A tier can be claimed once.',
);
export const budgetIsSpent = defineError(
  'EVENT_BUDGET_SPENT',
  409,
  'Os prêmios deste evento se esgotaram. Seus pontos e tickets continuam com você.',
  'The rest of the budget of the event is too small for this reward; no ticket was taken.',
);
export const shotsArePaused = defineError(
  'SHOTS_PAUSED',
  409,
  'Os tiros por esse preço estão pausados por causa dos preços atuais dos itens. Tente de novo mais tarde.',
  'Shots at this price are paused until prices change; no ticket was taken.',
);
export const noShotsAtThatPrice = defineError(
  'NO_SHOTS_AT_THAT_PRICE',
  422,
  'Este evento não tem tiros por esse preço.',
  'Choose one of the prices that the event names.',
);

/** These tell an administrator that the event is in another state. */
export const eventIsPublished = defineAdminError(
  'EVENT_ALREADY_PUBLISHED',
  409,
  'Event is already published',
  'An event can be published once.',
);
export const eventIsArchived = defineAdminError(
  'EVENT_ARCHIVED',
  409,
  'Event is archived',
  'An archived event can no longer be changed.',
);
export const budgetIsNotMore = defineAdminError(
  'EVENT_BUDGET_NOT_RAISED',
  409,
  'The budget of a published event can only be raised',
  'A published budget cannot shrink, since players rely on it. An event that was published without a budget keeps ' +
    'none.',
);
export const eventHasStarted = defineAdminError(
  'EVENT_HAS_STARTED',
  409,
  'Event has started',
  'The promises of an event cannot be changed once it has begun.',
);
export const nothingToEnd = defineAdminError(
  'NO_RUN_TO_END',
  409,
  'Event is not running',
  'Only a running event can be ended: this one has not begun, or has ended.',
);
export const unsoundEvent = defineAdminError(
  'EVENT_UNSOUND',
  422,
  'This event cannot be run',
  'Times, tiers or prizes break a rule; `errors` lists every fault.',
  (errors: readonly EventFault[]) => ({ errors }),
);

const anotherRuns = defineAdminError(
  'ANOTHER_EVENT_RUNS',
  409,
  'Another event runs at that time',
  'Only one event runs at a time: choose times at which no other is published.',
);

export const eventConstraintErrors: ConstraintErrors = {
  events_one_at_a_time: anotherRuns,
  event_claims_once: tierAlreadyClaimed,
  event_budgets_not_exceeded: budgetIsSpent,
};
