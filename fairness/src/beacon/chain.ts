/** A chain of rounds of public randomness of drand's scheme `bls-unchained-g1-rfc9380`. */
export interface BeaconChain {
  /** What the chain goes by, in hex. */
  readonly hash: string;
  /** Of G2, compressed, in hex. */
  readonly publicKey: string;
  /** When round 1 was published, in seconds since 1970. */
  readonly genesis: number;
  /** Seconds from one round to the next. */
  readonly period: number;
}

/** When a chain publishes its rounds. */
export type BeaconTimes = Pick<BeaconChain, 'genesis' | 'period'>;

/** A round, and the key that must have signed it. */
export interface SignedRound {
  publicKey: string;
  round: number;
  /** Of G1, compressed, in hex. */
  signature: string;
}

/** Whether a round is signed by a key; `isSigned` of `@lisura/fairness/beacon` is one. */
export type CheckSignature = (signed: SignedRound) => boolean;

/**
 * The chain that drand calls quicknet, which many independent organisations sign together. It stands here, and is not
 * taken from the answer that is checked: whoever names the key of a chain can sign what they like with it.
 */
export const QUICKNET: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
};

/** When a round is published: the first at the genesis, and one in every period after it. */
export const publishedAt = ({ genesis, period }: BeaconTimes, round: number): Date =>
  new Date((genesis + (round - 1) * period) * 1000);

/**
 * The round that decides a game: the first one that is published at least `delaySeconds` after everything else was fixed.
 * The server names it by this function, and the verifier accepts no other.
 */
export function decidingRound({ genesis, period }: BeaconTimes, fixedAt: Date, delaySeconds: number): number {
  const earliestMs = fixedAt.getTime() + delaySeconds * 1000;
  return Math.max(1, Math.ceil((earliestMs - genesis * 1000) / (period * 1000)) + 1);
}
