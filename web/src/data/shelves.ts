import { apiQuery } from './queries.ts';

/** One answer has no more; filters find the rest. */
const ON_SHELVES = 100;

/** The first page shows these cases. `web/served.ts` lets a browser ask for them before the program runs. */
export const shelvesQuery = apiQuery('GET /cases', { query: { limit: ON_SHELVES } });
