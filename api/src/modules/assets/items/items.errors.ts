import { AppError, type ConstraintErrors } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';

export const itemNotFound = () => new AppError(404, 'Item not found');
export const syncNotFound = () => new AppError(404, 'Sync not found');
export const syncUnderWay = (id: Id<'item-sync'>) => new AppError(409, `Sync ${id} is still under way`);
export const noItemDatabase = () => new AppError(503, 'No item database is configured');
export const itemDatabaseUnavailable = (cause: unknown) =>
  new AppError(503, 'The item database gives no usable answer', { cause });

const marketHashNameTaken = () => new AppError(409, 'An item with this marketHashName exists already');

export const itemsConstraintErrors: ConstraintErrors = { items_market_hash_name_key: marketHashNameTaken };
