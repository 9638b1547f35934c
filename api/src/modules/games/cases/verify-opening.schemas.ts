import type { Verification } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { IdText } from '../../../platform/schemas.ts';
import { exampleVerifiedRoll, VerifiedRoll, verifiedRollView } from '../fairness/index.ts';
import type { StoredOpening } from './openings.types.ts';

export const VerifiedOpening = Type.Object(
  { openingId: IdText, ...VerifiedRoll.properties },
  { examples: [{ openingId: '9001', ...exampleVerifiedRoll }] },
);

export function verifiedOpeningView(
  opening: StoredOpening,
  verification: Verification,
): Static<typeof VerifiedOpening> {
  return { openingId: opening.id, ...verifiedRollView(opening, verification) };
}
