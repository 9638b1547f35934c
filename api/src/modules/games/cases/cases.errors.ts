import { type ConstraintErrors, defineAdminError, defineError, type FieldFault } from '../../../platform/errors.ts';
import type { ContentsFault } from './cases.types.ts';

export const caseNotFound = defineError(
  'CASE_NOT_FOUND',
  404,
  'Caixa não encontrada.',
  'No case has this id, or it is not on offer.',
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
  'Ranges, chances, items or the return are not as they must be; `errors` lists every reason.',
  (errors: readonly ContentsFault[]) => ({ errors }),
);
export const caseIsPaused = defineError(
  'CASE_PAUSED',
  409,
  'Esta caixa está pausada por causa dos preços atuais dos itens. Tente de novo quando os preços mudarem.',
  'The case cannot be opened until its contents, its price or the prices change; nothing was taken.',
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
  'Price or version are other than `expectedPriceCents` or `expectedVersion`: read the case again, then decide.',
  (errors: readonly FieldFault[]) => ({ errors }),
);
export const caseVersionMoved = defineAdminError(
  'CASE_VERSION_MOVED',
  409,
  (now: number) => (now === 0 ? 'The case has no version' : `The case is at version ${now} meanwhile`),
  'Somebody else has changed the contents since: `params.version` is the version of now, 0 where there is none. Look at it, then edit again.',
  (version) => ({ params: { version } }),
);
export const caseKeepsChanging = defineError(
  'CASE_IS_CHANGING',
  409,
  'A caixa está sendo alterada. Tente de novo.',
  'An administrator changed the case in the same moment; nothing was taken.',
);
export const caseWithoutContents = defineAdminError(
  'CASE_WITHOUT_ITEMS',
  422,
  'A case without items cannot be active',
  'Give the case its items before it is activated.',
);
export const lastItem = defineAdminError(
  'LAST_ITEM_OF_CASE',
  422,
  'The last item of a case cannot be removed',
  'A case always holds an item: give it others first, or archive it.',
);

const caseNameTaken = defineAdminError(
  'CASE_NAME_TAKEN',
  409,
  'A case with this name exists',
  'Names of cases are unique.',
);
const caseSlugTaken = defineAdminError(
  'CASE_SLUG_TAKEN',
  409,
  'A case with this slug exists',
  'Slugs of cases are unique. Without one a case gets the next that is free of its name.',
);

export const casesConstraintErrors: ConstraintErrors = {
  cases_name_key: caseNameTaken,
  cases_slug_key: caseSlugTaken,
};
