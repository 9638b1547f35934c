import { AppError } from '../../../platform/errors.ts';

export const openingNotFound = () => new AppError(404, 'Opening not found');
