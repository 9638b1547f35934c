/** drand publishes rounds of public randomness by the scheme `bls-unchained-g1-rfc9380`. */
export interface BeaconChain {
  readonly hash: string;
  /** A compressed point of G2, in hex. */
  readonly publicKey: string;
  /** Round 1 was published at this time, in seconds since 1970. */
  readonly genesis: number;
  readonly period: number;
}

export type BeaconTimes = Pick<BeaconChain, 'genesis' | 'period'>;

export interface SignedRound {
  publicKey: string;
  round: number;
  /** A compressed point of G1, in hex. */
  signature: string;
}

/** Tells whether a key has signed a round, as `isSigned` of `@lisura/fairness/beacon` does. */
export type CheckSignature = (signed: SignedRound) => boolean;

/**
 * Many independent organisations sign this chain, which drand calls quicknet. Its key stands here and is not taken from
 * the answer that is checked, because anybody can sign anything with a key of their own.
 */
export const QUICKNET: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
};

export const publishedAt = ({ genesis, period }: BeaconTimes, round: number): Date =>
  new Date((genesis + (round - 1) * period) * 1000);

/**
 * Returns the round that decides a game: the first one that is published at least `delaySeconds` after everything else
 * was fixed. The server uses this function, and the verifier accepts no other round.
 */
export function decidingRound({ genesis, period }: BeaconTimes, fixedAt: Date, delaySeconds: number): number {
  const earliestMs = fixedAt.getTime() + delaySeconds * 1000;
  return Math.max(1, Math.ceil((earliestMs - genesis * 1000) / (period * 1000)) + 1);
}
