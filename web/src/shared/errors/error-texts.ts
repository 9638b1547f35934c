import { isApiError, type LocalCode } from '../../data/api-error.ts';
import type { ErrorCode } from '../../data/generated/api.ts';
import type { Format } from '../format/format.ts';
import type { Texts } from '../texts/language.tsx';

/** Values of an error by their names, as docs/errors.md lists them; all are texts here. */
type ErrorParams = Readonly<Record<string, string>>;
/** A sentence, or what makes one of the error's values. */
type ErrorText = string | ((params: ErrorParams, format: Format) => string);
export type ErrorTexts = Partial<Record<ErrorCode | LocalCode, ErrorText>>;

type Kind = 'deposit' | 'loss' | 'wager';
const NOUNS: Readonly<Record<Kind, string>> = { deposit: 'deposits', loss: 'losses', wager: 'stakes' };
const PERIODS: Readonly<Record<string, string>> = { DAY: 'day', WEEK: 'week', MONTH: 'month' };
const limitReached =
  (kind: Kind): ErrorText =>
  ({ period = '', limitCents = '0', leftCents = '0', endsAt = '' }, { money, dateTime }) =>
    `Your limit of ${NOUNS[kind]} for the ${PERIODS[period] ?? period} is ${money(limitCents)}, and ${money(leftCents)} ` +
    `of it is left until ${dateTime(endsAt)}.`;

/** What can go wrong on every page. The server's own sentences are Portuguese: only what it cannot say is said here. */
const ptBR: ErrorTexts = {
  OFFLINE: 'Sem conexão. Nada se perdeu: tente de novo quando a internet voltar.',
  UNREADABLE: 'O servidor respondeu algo que não entendemos. Tente de novo daqui a pouco.',
  UNAUTHORIZED: 'A sua sessão terminou. Entre de novo para continuar.',
  VALIDATION_FAILED: 'Algum campo não está certo. Confira e tente de novo.',
};

const en: ErrorTexts = {
  OFFLINE: 'No connection. Nothing is lost: try again once you are online.',
  UNREADABLE: 'The server answered something we do not understand. Try again in a moment.',
  UNAUTHORIZED: 'Your session has ended. Log in again to go on.',
  VALIDATION_FAILED: 'One of the fields is not right. Check it and try again.',
  TOO_MANY_REQUESTS: 'Too many requests at once.',
  SERVICE_UNAVAILABLE: 'The server cannot answer right now. Try again in a moment.',
  INTERNAL_ERROR: 'Something failed on our side. Try again, and tell support if it goes on.',
  INSUFFICIENT_BALANCE: 'Your balance is lower than this costs.',
  PLAY_PAUSED: ({ until = '' }, { dateTime }) => `You have paused play and deposits until ${dateTime(until)}.`,
  SELF_EXCLUDED: ({ until = '' }, { dateTime }) => `You have excluded yourself until ${dateTime(until)}.`,
  DEPOSIT_LIMIT_REACHED: limitReached('deposit'),
  LOSS_LIMIT_REACHED: limitReached('loss'),
  WAGER_LIMIT_REACHED: limitReached('wager'),
  AGE_NOT_CONFIRMED: 'Confirm first that you are 18 or older.',
  OWES_FOR_RETURNED_DEPOSIT: 'A deposit of yours was returned and is not settled yet: nothing leaves until it is.',
  WITHDRAWALS_SUSPENDED: 'Withdrawals of this account are suspended until our team has looked at it.',
  TWO_FACTOR_CODE_WRONG: 'The code is wrong or has expired.',
  TWO_FACTOR_CODE_USED: 'This code was used already: wait for the next one.',
  RECOVERY_CODE_USED: 'This recovery code was used already.',
  TWO_FACTOR_NOT_ENABLED: 'Two-step verification is not on.',
  TWO_FACTOR_ALREADY_ENABLED: 'Two-step verification is on already.',
  TWO_FACTOR_NOT_SET_UP: 'Set up two-step verification first.',
  TOO_MANY_WRONG_CODES: 'Too many wrong codes: wait before you try again.',
  BATTLE_NOT_FOUND: 'There is no such battle.',
  RAFFLE_NOT_FOUND: 'There is no such raffle.',
  EVENT_NOT_FOUND: 'There is no such event.',
  USER_NOT_FOUND: 'There is no such player.',
  SWAP_NOT_FOUND: 'There is no such swap.',
  DEPOSIT_NOT_FOUND: 'There is no such deposit.',
  WITHDRAWAL_NOT_FOUND: 'There is no such withdrawal.',
  INVENTORY_ITEM_NOT_FOUND: 'There is no such item in your inventory.',
  TRADE_URL_MISSING: 'Set your trade URL first: items are sent there.',
  TRADE_URL_INVALID: 'Items cannot be sent to this trade URL: set it again.',
};

export const errorTexts: Texts<ErrorTexts> = { 'pt-BR': ptBR, en };

/** By its code, else as the server says it; null for what is no answer of the server. */
export function textOf(error: unknown, texts: ErrorTexts, format: Format): string | null {
  if (!isApiError(error)) return null;
  const text = texts[error.code] ?? error.message;
  if (typeof text === 'string') return text;
  const params = Object.entries(error.params).map(([name, value]) => [name, String(value)]);
  return text(Object.fromEntries(params), format);
}
