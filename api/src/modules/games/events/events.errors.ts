import { AppError, type ConstraintErrors } from '../../../platform/errors.ts';
import type { EventFault } from './events.types.ts';

export const eventNotFound = () => new AppError(404, 'Event not found');
export const noEventRuns = () => new AppError(404, 'No event is running');
export const tierNotFound = () => new AppError(404, 'Tier not found');
export const shotNotFound = () => new AppError(404, 'Shot not found');

export const eventNotRunning = () => new AppError(400, 'Event is not running');
export const notEnoughPoints = () => new AppError(400, 'Not enough points');
export const notEnoughTickets = () => new AppError(400, 'Not enough tickets');
export const tierAlreadyClaimed = () => new AppError(409, 'Tier already claimed');
export const noShotsAtThatPrice = () => new AppError(422, 'This event has no shots at that price');

/** To an administrator: the event is not in the state that the act is for. */
export const eventIsPublished = () => new AppError(409, 'Event is already published');
export const eventIsArchived = () => new AppError(409, 'Event is archived');
export const eventHasStarted = () => new AppError(409, 'Event has started');
export const nothingToEnd = () => new AppError(409, 'Event is not running');
export const unsoundEvent = (errors: readonly EventFault[]) =>
  new AppError(422, 'This event cannot be run', { errors });

const anotherRuns = () => new AppError(409, 'Another event runs at that time');

/** What the violated constraints of this module's tables mean to a caller. */
export const eventConstraintErrors: ConstraintErrors = {
  events_one_at_a_time: anotherRuns,
  event_claims_once: tierAlreadyClaimed,
};
