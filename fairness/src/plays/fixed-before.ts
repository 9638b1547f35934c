import { type BeaconTimes, publishedAt } from '../beacon/chain.ts';
import type { LogHead } from '../log/head.ts';
import type { Leaf } from '../log/leaves.ts';
import { type Inclusion, isIncluded, leafHash } from '../log/merkle.ts';
import { compared } from '../verification.ts';
import type { VerifiedPart } from './parts.ts';

/** A leaf stands with the oldest known head of the log that has it. */
export interface LoggedLeaf {
  leaf: Leaf;
  /** It is null where the log does not show the leaf. */
  place: (Omit<Inclusion, 'leafHash'> & { head: LogHead; isHeadSigned: boolean; goesWithKept: boolean }) | null;
}

export interface LogEvidence {
  /** The log must be signed with this key; null where none was given. */
  key: string | null;
  leaves: readonly LoggedLeaf[];
}

export const NO_EVIDENCE =
  'The public log was not asked whether everything was fixed before the round was known: a server that looks at the round ' +
  'first could choose what it decides. Give --server, or what /api/log/first-head answers as --log-proof.';
export const NO_LOG_KEY =
  'The key of the public log was taken from the server just now. Compare it with what is published, and give it as --key, or ' +
  'give the file of heads that you keep as --heads.';
export const LATE_LEAVES =
  'The public log has no head that is older than the round and has everything that was fixed: whoever knew the round could ' +
  'have chosen what it decides.';
export const NO_CODE =
  'The battle is private and its code is not in the answer, so that its leaves in the public log cannot be computed.';

/** Checks that a signed head older than the round has everything that was fixed before it. */
export function evidencePart(evidence: LogEvidence | null, round: number, times: BeaconTimes): VerifiedPart {
  const title = 'public log';
  if (evidence === null) return { title, result: 'not asked', steps: [], unchecked: [NO_EVIDENCE] };
  const dueAt = publishedAt(times, round);
  const { key, leaves } = evidence;
  const places = leaves.flatMap(({ leaf, place }) => (place === null ? [] : [{ leaf, place }]));
  const isEarly = ({ place }: LoggedLeaf) => place !== null && Date.parse(place.head.at) < dueAt.getTime();
  const last = places
    .map(({ place }) => place.head.at)
    .toSorted()
    .at(-1);
  return {
    title,
    result: last === undefined ? 'nothing of it is there' : `all of it in the head of ${last}`,
    steps: places.flatMap(({ leaf, place }) => [
      ...(key === null
        ? []
        : [compared('logKey', 'The head is signed by the key of the log', place.head.publicKey, key)]),
      compared('logSignature', 'The head of the log is signed as it stands', place.isHeadSigned, true),
      compared('logGrowth', 'The head goes together with the heads that you have kept', place.goesWithKept, true),
      compared(
        'logLeaf',
        `${leaf.kind} ${leaf.id} is in the log as it is told`,
        isIncluded({ leafHash: leafHash(leaf.text), ...place }, place.head),
        true,
      ),
    ]),
    unchecked: [
      ...(leaves.length === 0 ? [NO_CODE] : []),
      ...(leaves.every(isEarly) ? [] : [LATE_LEAVES]),
      ...(key === null ? [NO_LOG_KEY] : []),
    ],
  };
}
