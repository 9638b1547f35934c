import type { BeaconChain, BeaconTimes } from '@lisura/fairness';

/** A round of public randomness whose signature was checked. All texts are lower-case hex. */
export interface BeaconRound {
  round: number;
  /** 32 bytes: SHA-256 of the signature. */
  randomness: string;
  signature: string;
  /** The chain that it is a round of. */
  chain: BeaconChain;
}

/** A round as games keep it, from the moment that it is named. */
export interface NamedRound {
  round: number;
  /** When it is published; null where that was not kept. */
  at: Date | null;
  /** All null until the round is out; of the chain also where it was not kept. */
  randomness: string | null;
  signature: string | null;
  chain: BeaconChain | null;
}

/** Public randomness that nobody knows before its time, and that anybody can check afterwards. */
export interface Beacon {
  /** The round that decides a game, and when it is published: a function of when everything else was fixed. */
  roundFor(fixedAt: Date, delaySeconds: number | null): { round: number; at: Date };
  /**
   * Null while the round is not there yet: nothing is decided, ask again later. The same goes where it throws, because
   * the source is silent or says what is not to be believed. Never within a transaction.
   */
  read(round: number): Promise<BeaconRound | null>;
}

/** Where the rounds of a chain come from. */
export interface BeaconSource extends BeaconTimes {
  /** Their address, which ends with the hash of the chain, and its key, in hex. Asked for once, when first needed. */
  source(): Promise<{ url: string; publicKey: string }>;
}

/** What can be wrong with a round from the source. */
export type RoundFlaw = 'ROUND' | 'RANDOMNESS' | 'SIGNATURE';
