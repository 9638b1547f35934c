import type { Id } from '../../../platform/ids.ts';

/** A sequence of rolls with nonces of its own, which count from 1. Every roll of a stream has its own server seed. */
export type Stream = string & { readonly stream: true };

/** The rolls of a user in all games that take the user's next nonce. */
export const userStream = (userId: Id<'user'>) => `user:${userId}` as Stream;
