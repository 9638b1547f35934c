import { isFlip } from '../outcomes/flip.ts';
import { rollsOfPercent } from '../percent.ts';
import {
  compared,
  type RangedItem,
  type RecordedRoll,
  tableSteps,
  type Verification,
  type VerificationStep,
  verificationOf,
} from '../verification.ts';
import { type JsonFields, readJson } from './read-json.ts';
import { recordedRollOf } from './recorded-roll.ts';

export interface PlayedOpening extends RecordedRoll {
  caseId: string;
  versionNumber: number;
  itemId: string;
  /** So many of 10000000 rolls give the item. */
  chanceWidth: number;
  isFlip: boolean;
}

export interface PlayedVersion {
  flipThreshold: number | null;
  items: readonly RangedItem[];
}

/** Reads an entry of the answer to an opening, or of the history. */
export function openingFrom(answer: unknown): PlayedOpening {
  const opening = readJson(answer);
  return {
    ...recordedRollOf(opening),
    caseId: opening.text('caseId'),
    versionNumber: opening.integer('versionNumber'),
    itemId: opening.fields('item').text('id'),
    chanceWidth: opening.percent('chancePercent', rollsOfPercent),
    isFlip: opening.flag('isFlip'),
  };
}

export interface NamedVersion extends PlayedVersion {
  caseId: string;
  versionNumber: number;
}

/** Reads an answer of `GET /api/cases/<id>/versions/<number>`. */
export const versionFrom = (answer: unknown): NamedVersion => versionOf(readJson(answer));

export function versionOf(version: JsonFields): NamedVersion {
  return {
    caseId: version.text('caseId'),
    versionNumber: version.integer('versionNumber'),
    flipThreshold: version.isNull('flipThreshold') ? null : version.integer('flipThreshold'),
    items: version.list('items').map((item) => ({
      itemId: item.text('itemId'),
      name: item.text('name'),
      hashRangeStart: item.integer('hashRangeStart'),
      hashRangeEnd: item.integer('hashRangeEnd'),
    })),
  };
}

/** The player was shown `committedHash` before; null where there is none to compare. */
export const verifyOpening = (
  opening: PlayedOpening,
  version: PlayedVersion,
  committedHash: string | null,
): Verification => verificationOf(opening, committedHash, (roll) => openingSteps(opening, version, roll));

const openingSteps = (opening: PlayedOpening, version: PlayedVersion, roll: number): VerificationStep[] => [
  ...tableSteps(`version ${opening.versionNumber} of the case`, version.items, roll, opening),
  flipStep(version, roll, opening),
];

export const flipStep = (
  { flipThreshold }: PlayedVersion,
  roll: number,
  recorded: Pick<PlayedOpening, 'isFlip'>,
): VerificationStep =>
  compared(
    'flip',
    flipThreshold === null
      ? 'This version has no second wheel'
      : `The second wheel turns for rolls from ${flipThreshold} on; the same roll stops it at the same item`,
    isFlip(flipThreshold, roll),
    recorded.isFlip,
  );
