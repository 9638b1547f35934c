import type { AppError } from '../../../../platform/errors.ts';
import { itemDetailsNotFound, itemIsRestricted } from '../../../assets/inventory/index.ts';
import { withdrawalsSuspended } from '../../suspensions/index.ts';
import {
  alreadyWithdrawing,
  itemNotInInventory,
  itemOfSomebodyElse,
  notAvailableForWithdrawal,
  tradeUrlInvalid,
  tradeUrlMissing,
  withdrawerNotFound,
} from '../withdrawals.errors.ts';
import type { RequestFault } from './request.rules.ts';

export function requestRefused(fault: RequestFault): AppError {
  switch (fault.kind) {
    case 'ABSENT':
      return itemNotInInventory();
    case 'FOREIGN':
      return itemOfSomebodyElse();
    case 'RESTRICTED':
      return itemIsRestricted();
    case 'UNAVAILABLE':
      return notAvailableForWithdrawal(fault.status);
    case 'ACTIVE':
      return alreadyWithdrawing(fault.status);
    case 'WITHOUT_DETAILS':
      return itemDetailsNotFound();
    case 'NO_USER':
      return withdrawerNotFound();
    case 'NO_TRADE_URL':
      return tradeUrlMissing();
    case 'BAD_TRADE_URL':
      return tradeUrlInvalid();
    case 'SUSPENDED':
      return withdrawalsSuspended();
  }
}
