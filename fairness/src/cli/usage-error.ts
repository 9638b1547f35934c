/** A mistake in how the command was called or in what it was given to read: shown as one line, exit code 2. */
export class UsageError extends Error {}
