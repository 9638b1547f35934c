import { defineError, validationFailed } from '../../../platform/errors.ts';
import type { TradeUrlFault } from './users.rules.ts';

export const userNotFound = defineError('USER_NOT_FOUND', 404, 'User not found', 'No user has this id.');

const TRADE_URL_FAULTS: Readonly<Record<TradeUrlFault, string>> = {
  format: 'must be a trade URL such as https://steamcommunity.com/tradeoffer/new/?partner=123&token=abcDEF12',
  'foreign-account': 'must be the trade URL of your own account',
};

export const invalidTradeUrl = (fault: TradeUrlFault) =>
  validationFailed([{ field: 'tradeUrl', message: TRADE_URL_FAULTS[fault] }]);

export const invalidClientSeed = () =>
  validationFailed([{ field: 'clientSeed', message: 'must have 1 to 128 printable characters' }]);
