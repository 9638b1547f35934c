import type { WebServer } from './server.ts';
import type { Visit } from './visits.ts';

/** `npm run tour` takes a picture of this page, which can prepare what it shows. */
export interface TourStop {
  name: string;
  path: string;
  as: 'visitor' | 'player' | 'administrator';
  prepare?: (visit: Visit, server: WebServer) => Promise<void>;
  isMoving?: true;
}
