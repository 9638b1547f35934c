/**
 * A stop takes less than 5 seconds, once what DRAIN_SECONDS asks for is over: requests and jobs under way get 2 of them, all
 * services together a little more, workers of a supervisor a little more than these, and what is left is the database's.
 */
export const DRAIN_MS = 2_000;
export const SERVICES_STOP_MS = 2_700;
export const WORKERS_STOP_MS = 3_200;
export const STOP_MS = 4_200;
/** Ctrl-C under npm comes twice, from the terminal and from npm. */
export const SAME_SIGNAL_MS = 1_000;
