import type { Id } from '../../../platform/ids.ts';
import type { Stream } from '../rolls/index.ts';

/** The prizes of a raffle are rolled in a stream of their own. */
export const raffleStream = (raffleId: Id<'raffle'>) => `raffle:${raffleId}` as Stream;

/** Nonces count from 1, places of prizes from 0. */
export const nonceOf = ({ displayOrder }: { displayOrder: number }) => displayOrder + 1;

/** Each prize as one nonce of the stream. */
export const prizeNonces = (raffleId: Id<'raffle'>, prizes: readonly { displayOrder: number }[]) =>
  prizes.map((prize) => ({ stream: raffleStream(raffleId), firstNonce: nonceOf(prize), count: 1 }));
