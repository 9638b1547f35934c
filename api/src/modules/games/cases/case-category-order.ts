import { Type } from 'typebox';
import { defineSetting, guardsNothing } from '../../../platform/settings/settings.ts';
import { CATEGORY_ORDER } from './cases.types.ts';

export const caseCategoryOrderSetting = defineSetting({
  ...CATEGORY_ORDER,
  description:
    'Names of case categories in the order in which they are shown. Categories that are not listed follow in ' +
    'alphabetical order.',
  schema: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
    maxItems: 200,
    uniqueItems: true,
    'x-fault': 'must be a list of at most 200 names of categories, each once',
  }),
  weakenedBy: guardsNothing('it only orders what is shown'),
});
