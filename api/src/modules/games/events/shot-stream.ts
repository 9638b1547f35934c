import type { Stream } from '../rolls/index.ts';
import type { Participant } from './events.types.ts';

/** A user's shots in an event count by themselves, so that events and other games do not take each other's nonces. */
export const shotStream = ({ eventId, userId }: Participant) => `event:${eventId}:user:${userId}` as Stream;
