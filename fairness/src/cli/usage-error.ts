/** A mistake in how the command was called: shown as one line, exit code 2. */
export class UsageError extends Error {}
