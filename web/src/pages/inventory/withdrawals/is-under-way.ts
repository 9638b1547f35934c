import type { ItemWithdrawal } from '../../../data/generated/api.ts';

export const isUnderWay = (status: ItemWithdrawal['status']): boolean =>
  status !== 'COMPLETED' && status !== 'CANCELLED' && status !== 'FAILED';
