import { apiQuery } from './queries.ts';

/** As many as one answer may have; what is beyond is found by the filters. */
const ON_SHELVES = 100;

/** The cases of the first page. `web/served.ts` has a browser ask for them before the page itself can. */
export const shelvesQuery = apiQuery('GET /cases', { query: { limit: ON_SHELVES } });
