import { type ConstraintErrors, defineAdminError, defineError, type FieldFault } from '../../../platform/errors.ts';
import type { ContentsFault } from './cases.types.ts';

export const caseNotFound = defineError(
  'CASE_NOT_FOUND',
  404,
  'Caixa não encontrada.',
  'No case has this id, or players cannot open it.',
);
export const versionNotFound = defineError(
  'CASE_VERSION_NOT_FOUND',
  404,
  'Versão não encontrada.',
  'The case has no version of this number.',
);
export const itemNotInCase = defineAdminError(
  'ITEM_NOT_IN_CASE',
  404,
  'The case does not hold this item',
  'There is nothing to remove: the item is not in the case.',
);
export const unsoundContents = defineAdminError(
  'CASE_CONTENTS_UNSOUND',
  422,
  'These contents cannot be played',
  'Ranges, chances, items or the return break a rule; `errors` lists every fault.',
  (errors: readonly ContentsFault[]) => ({ errors }),
);
export const caseIsPaused = defineError(
  'CASE_PAUSED',
  409,
  'Esta caixa está pausada por causa dos preços atuais dos itens. Tente de novo quando os preços mudarem.',
  'The case cannot be opened until its contents, its price or the prices of items change; nothing was taken.',
);
export const caseIsNotAsExpected = defineError(
  'CASE_NOT_AS_EXPECTED',
  409,
  {
    say: (errors: readonly FieldFault[], _now: { priceCents: bigint; versionNumber: number }) =>
      `A caixa mudou: ${errors.map(({ message }) => message).join(', ')}.`,
    params: (_errors, { priceCents, versionNumber }) => ({ priceCents: priceCents.toString(), version: versionNumber }),
    examples: [
      [[{ field: 'expectedVersion', message: 'a versão agora é a 2' }], { priceCents: 1_250n, versionNumber: 2 }],
    ],
  },
  'The price or the version is not `expectedPriceCents` or `expectedVersion`: read the case again, then decide.',
  (errors: readonly FieldFault[]) => ({ errors }),
);
export const caseVersionMoved = defineAdminError(
  'CASE_VERSION_MOVED',
  409,
  (now: number) => (now === 0 ? 'The case has no version' : `The case is at version ${now} meanwhile`),
  'Another administrator has changed the contents since: `params.version` is the present version, 0 without one. ' +
    'Look at it, then edit again.',
  (version) => ({ params: { version } }),
);
export const caseKeepsChanging = defineError(
  'CASE_IS_CHANGING',
  409,
  'A caixa está sendo alterada. Tente de novo.',
  'An administrator changed the case at the same moment; nothing was taken. Send the request again.',
);
export const caseWithoutContents = defineAdminError(
  'CASE_WITHOUT_ITEMS',
  422,
  'A case without items cannot be active',
  'Add items to the case before you activate it.',
);
export const lastItem = defineAdminError(
  'LAST_ITEM_OF_CASE',
  422,
  'The last item of a case cannot be removed',
  'A case always holds an item: add others first, or archive it.',
);

const caseNameTaken = defineAdminError(
  'CASE_NAME_TAKEN',
  409,
  'A case with this name exists',
  'Names of cases are unique: choose another.',
);
const caseSlugTaken = defineAdminError(
  'CASE_SLUG_TAKEN',
  409,
  'A case with this slug exists',
  'Slugs of cases are unique: choose another. Without one, the case gets a free slug made of its name.',
);

export const casesConstraintErrors: ConstraintErrors = {
  cases_name_key: caseNameTaken,
  cases_slug_key: caseSlugTaken,
};
