import { battleFrom } from '../plays/battle-answer.ts';
import { openingFrom, versionFrom } from '../plays/opening.ts';
import { raffleFrom } from '../plays/raffle-answer.ts';
import { readJson } from '../plays/read-json.ts';
import { shotFrom } from '../plays/shot.ts';
import { upgradeFrom } from '../plays/upgrade.ts';
import type { RecordedRoll } from '../verification.ts';

// The leaf of a result: a JSON array without spaces of what decided it and what came of it. Whoever may see a result can
// write its leaf; whoever may not cannot guess it, since its server seed is in it.

/** What the log has leaves of. */
export const LEAF_KINDS = [
  'COMMITMENTS',
  'CASE_VERSIONS',
  'TICKET_LISTS',
  'CASES',
  'UPGRADES',
  'SHOTS',
  'BATTLES',
  'RAFFLES',
  'LEDGER',
] as const;
export type LeafKind = (typeof LEAF_KINDS)[number];

export const RESULT_KINDS = ['CASES', 'UPGRADES', 'SHOTS', 'BATTLES', 'RAFFLES'] as const satisfies LeafKind[];
export type ResultKind = (typeof RESULT_KINDS)[number];

export interface Leaf {
  kind: LeafKind;
  id: string;
  text: string;
}

/** Of a result as the platform answers it to those who may see it. Throws what says which field is missing. */
export function leafOf(kind: ResultKind, answer: unknown): Leaf {
  const id = readJson(answer).text('id');
  return { kind, id, text: JSON.stringify([kind, id, ...LEAVES[kind](answer)]) };
}

/** Of a version of a case as everybody is answered it: which rolls give which item. */
export function versionLeafOf(answer: unknown): Leaf {
  const version = versionFrom(answer);
  const id = readJson(answer).fields('logLeaf').text('id');
  const ranges = version.items.map(({ itemId, hashRangeStart, hashRangeEnd }) => [
    itemId,
    hashRangeStart,
    hashRangeEnd,
  ]);
  const parts = [version.caseId, version.versionNumber, version.flipThreshold, ranges];
  return { kind: 'CASE_VERSIONS', id, text: JSON.stringify(['CASE_VERSIONS', id, ...parts]) };
}

/** Of a raffle whose sales are closed: the hash of its ticket list. */
export function ticketListLeafOf(answer: unknown): Leaf {
  const raffle = readJson(answer);
  const id = raffle.text('id');
  return { kind: 'TICKET_LISTS', id, text: JSON.stringify(['TICKET_LISTS', id, raffle.text('ticketListHash')]) };
}

const rollOf = ({ nonce, serverSeedHash, serverSeed, clientSeed, roll }: RecordedRoll) => [
  nonce,
  serverSeedHash,
  serverSeed,
  clientSeed,
  roll,
];

const LEAVES: Readonly<Record<ResultKind, (answer: unknown) => unknown[]>> = {
  CASES: (answer) => {
    const opening = openingFrom(answer);
    return [...rollOf(opening), opening.caseId, opening.itemId];
  },
  UPGRADES: (answer) => {
    const upgrade = upgradeFrom(answer);
    return [...rollOf(upgrade), upgrade.successThreshold, upgrade.status];
  },
  SHOTS: (answer) => {
    const shot = shotFrom(answer);
    return [...rollOf(shot), shot.eventId, shot.itemId];
  },
  BATTLES: (answer) => {
    const { rolls, tie, winningTeam, tieSeedHash } = battleFrom(answer);
    return [
      rolls.map((ofSeat) => ofSeat.map((roll) => [...rollOf(roll), roll.itemId])),
      [tieSeedHash, tie.roll],
      winningTeam,
    ];
  },
  RAFFLES: (answer) => {
    const { prizes, clientSeed } = raffleFrom(answer);
    return [
      clientSeed,
      prizes.map(({ displayOrder, serverSeedHash, serverSeed, roll, winningTicket, winnerId }) => [
        displayOrder,
        serverSeedHash,
        serverSeed,
        roll,
        winningTicket,
        winnerId,
      ]),
    ];
  },
};
