/** A round of public randomness whose signature was checked. All texts are lower-case hex. */
export interface BeaconRound {
  round: number;
  /** 32 bytes: SHA-256 of the signature. */
  randomness: string;
  signature: string;
}

/** Public randomness that nobody knows before its time, and that anybody can check afterwards. */
export interface Beacon {
  /** The first round that is published some periods after a moment, and when: at that moment nobody can know it. */
  roundAfter(at: Date): { round: number; at: Date };
  /**
   * Null while the round is not there yet: nothing is decided, ask again later. The same goes where it throws, because
   * the source is silent or tells what is not to be believed. Never within a transaction.
   */
  read(round: number): Promise<BeaconRound | null>;
}

/** When a chain publishes its rounds. */
export interface BeaconTimes {
  /** When round 1 was published, in seconds since 1970. */
  readonly genesis: number;
  /** Seconds from one round to the next. */
  readonly period: number;
}

/** A chain of rounds of the scheme `bls-unchained-g1-rfc9380`. */
export interface BeaconChain extends BeaconTimes {
  /** Where its rounds are asked for, and the key that they are held against, in hex. Asked for once, when first needed. */
  source(): Promise<{ url: string; publicKey: string }>;
}

/** What can be wrong with a round that is told. */
export type RoundFlaw = 'ROUND' | 'RANDOMNESS' | 'SIGNATURE';
