/** Of one process beside its pool: five for jobs, two apart from transactions, one for announcements, one for a lock. */
const BESIDE_POOL = 9;
/** For a person, and for `npm run verify`, `backfill` and `demo`. */
const FOR_TOOLS = 32;
/** PostgreSQL's own default: less saves nothing. */
const AT_LEAST = 100;

/** What the embedded database is asked to allow. One process more than there are: a new one serves before its old one goes. */
export const connectionsFor = (processes: number, poolSize: number): number =>
  Math.max((processes + 1) * (poolSize + BESIDE_POOL) + FOR_TOOLS, AT_LEAST);
