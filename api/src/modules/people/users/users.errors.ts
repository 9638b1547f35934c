import { defineError, validationFailed } from '../../../platform/errors.ts';
import type { TradeUrlFault } from './users.rules.ts';

export const userNotFound = defineError('USER_NOT_FOUND', 404, 'Usuário não encontrado.', 'No user has this id.');

const TRADE_URL_FAULTS: Readonly<Record<TradeUrlFault, string>> = {
  format: 'deve ser um Trade URL como https://steamcommunity.com/tradeoffer/new/?partner=123&token=abcDEF12',
  'foreign-account': 'deve ser o Trade URL da sua própria conta',
};

export const invalidTradeUrl = (fault: TradeUrlFault) =>
  validationFailed([{ field: 'tradeUrl', message: TRADE_URL_FAULTS[fault] }]);

export const invalidClientSeed = () =>
  validationFailed([{ field: 'clientSeed', message: 'must have 1 to 128 printable characters' }]);
