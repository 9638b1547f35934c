import { percentOfRolls, type Verification, verifyCommand } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { idOf } from '../../../../platform/schemas.ts';
import { exampleVerifiedRoll, rollView, VerifiedRoll, verifiedRollView } from '../../rolls/index.ts';
import type { StoredOpening } from './openings.types.ts';

export const VerifiedOpening = Type.Object(
  { openingId: idOf('Id of the opening'), ...VerifiedRoll.properties },
  { title: 'VerifiedOpening', examples: [{ openingId: '1', ...exampleVerifiedRoll }] },
);

export function verifiedOpeningView(
  opening: StoredOpening,
  verification: Verification,
  publicUrl: string,
): Static<typeof VerifiedOpening> {
  const { caseId, versionNumber, isFlip, chanceWidth, itemId } = opening;
  const played = {
    caseId,
    versionNumber,
    ...rollView(opening),
    isFlip,
    chancePercent: percentOfRolls(chanceWidth),
    item: { id: itemId },
  };
  const command = verifyCommand('opening', played, publicUrl);
  return { openingId: opening.id, ...verifiedRollView(opening, verification, command) };
}
