/** The command was called wrongly or given something unreadable: it prints one line and exits with 2. */
export class UsageError extends Error {}
