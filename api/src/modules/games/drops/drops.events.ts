import { defineEvent } from '../../../platform/realtime/events.ts';
import { Drops } from './drops.schemas.ts';

/** Nobody can look at more; of a burst the newest are shown. */
export const MOST_AT_ONCE = 50;

export const dropLive = defineEvent({
  name: 'drop:live',
  audience: 'everybody',
  description:
    'Somebody has won something in a case or a battle. The first drop is sent at once and what follows at most four times a second, as a list ' +
    `with the newest first; of a burst only the newest ${MOST_AT_ONCE} are sent. \`GET /api/live-drops/recent\` has what ` +
    'came before.',
  payload: Drops,
});
