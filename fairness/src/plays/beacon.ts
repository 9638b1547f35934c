import {
  type BeaconChain,
  type BeaconTimes,
  type CheckSignature,
  decidingRound,
  publishedAt,
  QUICKNET,
  type SignedRound,
} from '../beacon/chain.ts';
import { sha256Hex } from '../hash/sha256.ts';
import { compared, type VerificationStep } from '../verification.ts';
import { evidencePart, type LogEvidence } from './fixed-before.ts';
import type { BeaconRound } from './game-answer.ts';
import type { VerifiedPart } from './parts.ts';

export interface BeaconTrust {
  /** It is null where the library that it needs is not there. */
  isSigned: CheckSignature | null;
  chain: BeaconChain;
  /** It is null where the log was not asked. */
  log?: LogEvidence | null;
}

export const UNTRUSTED: BeaconTrust = { isSigned: null, chain: QUICKNET };

export const NO_LIBRARY =
  'The signature of the beacon was not checked, since the part that checks it is not loaded. Use the command or the page, ' +
  'which have it, or give `isSigned` of @lisura/fairness/beacon.';
export const NO_CHAIN =
  'The answer does not name the chain of its beacon, as those from before it was told: whether the beacon has published ' +
  'this is not checked.';
export const OTHER_CHAIN =
  'The chain of the beacon is not the one that is believed here, and who holds its key could have chosen its randomness. ' +
  'If you know whose chain it is, give what its /info says as --chain.';

export const EARLIER_ROUND =
  'The terms of this game have no delay, as those from before the round followed from it: the server named the round, and ' +
  'could have waited for one that suits it.';

/** When everything else was fixed, and how long after it the round is published at least. */
export interface FixedList {
  /** The last seat was taken or sales were closed then; null where that is not told. */
  fixedAt: Date | null;
  /** Games from before the round followed from it have null. */
  delaySeconds: number | null;
  /** Tells whether somebody has saved the round before its outcome was known. */
  isRoundSaved: boolean;
}

export const listOf = (
  { beaconDelaySeconds: delaySeconds }: { beaconDelaySeconds: number | null },
  fixedAt: Date | null,
  before: { beaconRound: number | null } | null,
): FixedList => ({ fixedAt, delaySeconds, isRoundSaved: (before?.beaconRound ?? null) !== null });

/** The round follows from the terms; null in games whose round the server named. */
export const roundOfTerms = (
  times: BeaconTimes,
  { fixedAt, delaySeconds }: Omit<FixedList, 'isRoundSaved'>,
): number | null => (fixedAt === null || delaySeconds === null ? null : decidingRound(times, fixedAt, delaySeconds));

/** Checks that the chain has signed the round, and that nothing was chosen after it. */
export function beaconParts(beacon: BeaconRound | null, list: FixedList, trust: BeaconTrust): VerifiedPart[] {
  if (beacon === null) return [];
  const { chain } = beacon;
  const isBelieved = chain?.hash === trust.chain.hash;
  const times = isBelieved || chain === null ? trust.chain : chain;
  const { delaySeconds } = list;
  return [
    {
      title: 'beacon',
      result: `round ${beacon.round} gave ${beacon.randomness}`,
      steps: [
        compared(
          'randomness',
          'SHA-256 of the signature of the round is its randomness',
          randomnessOf(beacon.signature),
          beacon.randomness,
        ),
        ...(chain === null ? [] : chainSteps(beacon, chain, list, times)),
        ...(chain === null || trust.isSigned === null
          ? []
          : [signatureStep(beacon, isBelieved ? trust.chain : chain, trust.isSigned)]),
      ],
      unchecked: [
        ...(chain === null ? [NO_CHAIN] : []),
        ...(chain !== null && !isBelieved ? [OTHER_CHAIN] : []),
        ...(trust.isSigned === null ? [NO_LIBRARY] : []),
        ...(delaySeconds === null && !list.isRoundSaved ? [EARLIER_ROUND] : []),
      ],
    },
    ...(delaySeconds === null ? [] : [evidencePart(trust.log ?? null, beacon.round, times)]),
  ];
}

function chainSteps(
  { round, dueAt }: BeaconRound,
  named: BeaconChain,
  list: FixedList,
  chain: BeaconChain,
): VerificationStep[] {
  const due = publishedAt(chain, round);
  return [
    compared('publicKey', 'The public key is that of the chain', chain.publicKey, named.publicKey),
    compared('genesis', 'The first round was published when the chain began', chain.genesis, named.genesis),
    compared('period', 'Rounds follow each other as those of the chain do', chain.period, named.period),
    compared('dueAt', 'When the chain publishes the round', due.toISOString(), dueAt),
    compared(
      'after',
      'The round was published after the last join, or the close of sales: nobody could know it before',
      list.fixedAt !== null && due > list.fixedAt,
      true,
    ),
    ...(list.delaySeconds === null
      ? []
      : [
          compared(
            'roundOfTerms',
            `The round is the first that is published at least ${list.delaySeconds} seconds after that`,
            roundOfTerms(chain, list),
            round,
          ),
        ]),
  ];
}

const signatureStep = (
  { round, signature }: BeaconRound,
  { publicKey }: BeaconChain,
  isSigned: CheckSignature,
): VerificationStep =>
  compared(
    'signature',
    'The key of the chain has signed the round (BLS12-381, bls-unchained-g1-rfc9380)',
    isSignedBy(isSigned, { publicKey, round, signature }),
    true,
  );

/** An invalid key, which only an unknown chain can have, has signed nothing. */
export function isSignedBy(isSigned: CheckSignature, signed: SignedRound): boolean {
  try {
    return isSigned(signed);
  } catch {
    return false;
  }
}

function randomnessOf(signature: string): string {
  if (!/^([0-9a-f]{2})+$/.test(signature)) return 'none, since the signature is not in hex';
  return sha256Hex(Uint8Array.from(signature.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
}

export const delayText = (delaySeconds: number | null): string =>
  delaySeconds === null ? '' : ` after ${delaySeconds} seconds`;

/** The used round must be the one that `named` has, where it had one when it was saved. */
export const beaconRoundSteps = (used: number | null, named: number | null): VerificationStep[] =>
  named === null ? [] : [compared('round', 'The round of the beacon is the one named before', used, named)];
