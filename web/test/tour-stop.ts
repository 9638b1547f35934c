import type { WebServer } from './server.ts';
import type { Visit } from './visits.ts';

/** A page that `npm run tour` takes pictures of. It can prepare what it shows. */
export interface TourStop {
  name: string;
  path: string;
  as: 'visitor' | 'player' | 'administrator';
  prepare?: (visit: Visit, server: WebServer) => Promise<void>;
  isMoving?: true;
}
