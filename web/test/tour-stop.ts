import type { WebServer } from './server.ts';
import type { Visit } from './visits.ts';

/** A page that `npm run tour` takes pictures of. It can prepare what it shows. */
export interface TourStop {
  name: string;
  path: string;
  as: 'visitor' | 'player' | 'administrator';
  /** After the page is open: opens a menu, presses a button. */
  prepare?: (visit: Visit, server: WebServer) => Promise<void>;
  /** What moves is shown where it is, and not at its end. */
  isMoving?: true;
}
