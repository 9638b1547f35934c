import { AppError, type ConstraintErrors } from '../../../platform/errors.ts';
import type { ContentsFault } from './cases.types.ts';

export const caseNotFound = () => new AppError(404, 'Case not found');
export const itemNotInCase = () => new AppError(404, 'The case does not hold this item');
export const unsoundContents = (errors: readonly ContentsFault[]) =>
  new AppError(422, 'These contents cannot be played', { errors });
export const caseWithoutContents = () => new AppError(422, 'A case without items cannot be active');
export const lastItem = () => new AppError(422, 'The last item of a case cannot be removed');

const caseNameTaken = () => new AppError(409, 'A case with this name exists');

export const casesConstraintErrors: ConstraintErrors = { cases_name_key: caseNameTaken };
