import { Type } from 'typebox';
import { defineSetting, guardsNothing } from '../../../platform/settings/settings.ts';
import { CATEGORY_PICTURES } from './cases.types.ts';

/** Lines rather than pairs: a list of texts is what the console edits. */
export const caseCategoryPicturesSetting = defineSetting({
  ...CATEGORY_PICTURES,
  description:
    'Pictures of case categories: each entry is the name of a category, a space, and the address of its picture. ' +
    'Categories that are not listed have none.',
  schema: Type.Array(
    Type.String({
      maxLength: 600,
      pattern: '^.{1,50} https?://[^ ]+$',
      'x-fault': 'must be the name of a category, a space, and the address of a picture',
    }),
    { maxItems: 200, uniqueItems: true, 'x-fault': 'must be a list of at most 200 entries, each once' },
  ),
  weakenedBy: guardsNothing('it only changes what is shown'),
});
