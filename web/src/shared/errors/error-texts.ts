import { isApiError, type LocalCode } from '../../data/api-error.ts';
import type { ErrorCode } from '../../data/generated/api.ts';
import type { Format } from '../format/format.ts';
import type { Texts } from '../texts/language.tsx';

/** `ErrorCode` of the OpenAPI document lists the names of these values; all are texts here. */
type ErrorParams = Readonly<Record<string, string>>;
/** A text is a sentence, or a function of the values of the error. */
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

/** No page sends requests that end in these. */
const UNREAD_PT = 'O servidor não conseguiu ler este pedido. Recarregue a página e tente de novo.';
const UNREAD = 'The server could not read this request. Load the page again and try once more.';

/**
 * These replace texts that the server does not have, or has in the words of the product's documents: English or without
 * accents. All other texts of the server are Portuguese and are shown as they come.
 */
const ptBR: ErrorTexts = {
  SEED_IS_BOUND:
    'Uma jogada recusada já mandou a sua semente para as próximas rolagens. Faça antes uma jogada menor, como abrir uma caixa.',
  OFFLINE: 'Sem conexão. Nada se perdeu: tente de novo quando a internet voltar.',
  UNREADABLE: 'O servidor respondeu algo que não entendemos. Tente de novo daqui a pouco.',
  UNAUTHORIZED: 'A sua sessão terminou. Entre de novo para continuar.',
  VALIDATION_FAILED: 'Algum campo não está certo. Confira e tente de novo.',
  TOO_MANY_REQUESTS: 'Pedidos demais de uma vez.',
  INSUFFICIENT_BALANCE: 'O seu saldo é menor do que isto custa.',
  DEVICE_MISMATCH: 'Esta sessão é de outro aparelho. Entre de novo neste.',
  NOT_YOUR_SESSION: 'Você não tem essa sessão.',
  INVENTORY_ITEM_NOT_FOUND: 'Este item não está no seu inventário.',
  ITEM_NOT_IN_INVENTORY: 'Este item não está no seu inventário.',
  ITEM_OF_ANOTHER_USER: 'Este item não é seu.',
  ITEM_OF_SOMEBODY_ELSE: 'Este item não é seu.',
  ITEM_DETAILS_NOT_FOUND: 'Este item saiu do catálogo: ninguém sabe mais o que ele vale.',
  ITEM_NOT_AVAILABLE: 'Um dos itens já não está livre: foi vendido, jogado ou retirado, ou está reservado.',
  ITEM_NOT_AVAILABLE_FOR_WITHDRAWAL: 'O item já não está livre para retirar.',
  ITEM_RESTRICTED_TO_GAMES: 'Este item é só para jogar e vender: ele não sai para a Steam.',
  ITEM_BEING_PROCESSED: 'Este item já está sendo processado. Espere um instante.',
  NO_ITEMS_SELECTED: 'Escolha pelo menos um item.',
  TOO_MANY_ITEMS_SELECTED: 'São mais itens do que se vendem de uma vez.',
  NOTHING_TO_SELL: 'Não há item livre para vender.',
  NOTHING_STAKED: 'O que você apostou não vale nada.',
  STAKE_NOT_BELOW_TARGET: 'O item precisa valer mais do que você aposta.',
  CHANCE_TOO_LOW: 'A chance seria baixa demais: aposte mais, ou queira menos.',
  WITHDRAWAL_NOT_FOUND: 'Essa retirada não existe.',
  WITHDRAWAL_ALREADY_PENDING: 'Este item já tem uma retirada em andamento.',
  WITHDRAWAL_WITHOUT_MARKET_ID: 'Nada foi comprado para esta retirada ainda: não há o que consultar.',
  WITHDRAWER_NOT_FOUND: 'Esta conta não existe mais.',
  TRADE_CHECK_FAILED: 'O mercado não diz nada sobre esta troca agora. Ele é consultado de novo sozinho.',
  TRADE_URL_MISSING: 'Cadastre primeiro a sua URL de troca da Steam: é para lá que os itens vão.',
  TRADE_URL_INVALID: 'A sua URL de troca não vale mais. Cole a atual.',
  SWAP_CREATOR_ONLY: 'Só quem fez esta proposta pode fazer isso.',
  SWAP_NOT_PENDING: 'Esta proposta já não está aberta.',
  BAD_REQUEST: UNREAD_PT,
  MALFORMED_JSON: UNREAD_PT,
};

const en: ErrorTexts = {
  SEED_IS_BOUND:
    'A refused play has sent your seed for your next rolls already. Make a smaller play first, such as opening one case.',
  OFFLINE: 'No connection. Nothing is lost: try again once you are online.',
  UNREADABLE: 'The server answered something we do not understand. Try again in a moment.',
  UNAUTHORIZED: 'Your session has ended. Log in again to go on.',
  VALIDATION_FAILED: 'One of the fields is not right. Check it and try again.',
  TOO_MANY_REQUESTS: 'Too many requests at once.',
  SERVICE_UNAVAILABLE: 'The server cannot answer right now. Try again in a moment.',
  INTERNAL_ERROR: 'Something failed on our side. Try again, and tell support if it goes on.',
  INSUFFICIENT_BALANCE: 'Your balance is lower than this costs.',
  DEVICE_MISMATCH: 'This session belongs to another device. Log in again on this one.',
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
  ADMINISTRATORS_ONLY: 'This is for administrators alone.',
  ASKED_ITEM_OF_ANOTHER: 'An item that you ask for belongs to somebody else.',
  BALANCE_TOO_LARGE: 'No account may hold so much.',
  CASE_IS_CHANGING: 'The case was changed in this moment. Nothing was taken: try again.',
  CASE_NOT_AS_EXPECTED: 'The case has changed since you looked: look at it again, then decide.',
  CASE_NOT_FOUND: 'There is no such case.',
  CASE_PAUSED: 'This case is paused and cannot be opened. Nothing was taken.',
  CASE_VERSION_NOT_FOUND: 'The case has no such version.',
  IDEMPOTENCY_KEY_IN_USE: 'The same request is still under way: wait a moment for its answer.',
  IDEMPOTENCY_KEY_REUSED: 'This request was mixed up with another one. Load the page again and try once more.',
  ITEM_BEING_PROCESSED: 'This item is being processed already. Wait a moment.',
  ITEM_DETAILS_NOT_FOUND: 'This item has left the catalogue: nobody knows any more what it is worth.',
  ITEM_NOT_AVAILABLE: 'One of the items is no longer free: it was sold, played or withdrawn, or is reserved.',
  ITEM_NOT_AVAILABLE_FOR_WITHDRAWAL: 'The item is no longer free to be withdrawn.',
  ITEM_NOT_FOUND: 'There is no such item.',
  ITEM_OF_ANOTHER_USER: 'This item belongs to somebody else.',
  ITEM_RESTRICTED_TO_GAMES: 'This item is for playing and selling only: it does not leave for Steam.',
  ITEM_NOT_IN_INVENTORY: 'This item is not in your inventory.',
  ITEM_OF_SOMEBODY_ELSE: 'This item belongs to somebody else.',
  LEAF_NOT_FOUND: 'This result is not in the public log yet: it gets there within some seconds.',
  LOGIN_NOT_CONFIRMED: 'Steam did not confirm this login. Try again.',
  LOGIN_PROVIDER_UNAVAILABLE: 'Steam does not answer right now. Try again in a moment.',
  LOGIN_REFUSED: 'The login was not completed. Begin again.',
  LOGIN_STATE_MISSING: 'This login was begun in another browser, or too long ago. Begin again.',
  LOGIN_USED_BEFORE: 'This login was used already. Begin again.',
  LOG_HEAD_NOT_FOUND: 'The public log has no head of this size.',
  LOG_INTERRUPTED: 'The public log is interrupted until an administrator lets it go on.',
  LOG_IS_EMPTY: 'The public log has nothing in it yet.',
  LOG_SIZES_REVERSED: 'The earlier size is above the later one.',
  MARKET_SILENT: 'The marketplace does not answer right now. Nothing was done: try again in a moment.',
  MONEY_WITHDRAWAL_NOT_FOUND: 'There is no such withdrawal.',
  NOTHING_STAKED: 'What you stake is worth nothing.',
  NOTIFICATION_NOT_FOUND: 'There is no such notification.',
  NOTIFICATION_OF_ANOTHER_USER: 'This notification belongs to somebody else.',
  NOT_YOUR_SESSION: 'You have no such session.',
  NOTHING_TO_SELL: 'There is no free item to sell.',
  CHANCE_TOO_LOW: 'The chance would be too low: stake more, or want less.',
  STAKE_NOT_BELOW_TARGET: 'The item has to be worth more than you stake.',
  SWAP_NOT_PENDING: 'This offer is not open any more.',
  NO_ITEMS_SELECTED: 'Choose at least one item.',
  NO_SHOTS_AT_THAT_PRICE: 'The event has no shots at this price.',
  OPENING_NOT_FOUND: 'You have no such opening.',
  ORIGIN_NOT_ALLOWED: 'This page may not do that: open the platform by its own address.',
  OWN_SWAP: 'This offer is your own.',
  PUBLIC_SWAP_NOT_DECLINED: 'It is offered to everybody, so nobody declines it for all.',
  REQUEST_TIMEOUT: 'The request did not arrive in time. Try again.',
  ROUTE_NOT_FOUND: 'There is nothing at this address.',
  SHOT_NOT_FOUND: 'You have no such shot.',
  SITE_SWAPS_SUSPENDED: 'Swaps with the site are suspended for this account until our team has looked at it.',
  SWAP_ACCEPTOR_ONLY: 'This offer is for somebody else.',
  SWAP_ACCEPTOR_SUSPENDED: 'Swaps of the other person are suspended for now.',
  SWAP_CREATOR_ONLY: 'Only who made this offer can do that.',
  SWAP_FOR_ANOTHER: 'This offer is for somebody else.',
  TICKET_LIST_NOT_FIXED: 'The list of tickets is public once sales are closed.',
  TIER_NOT_FOUND: 'The event has no such tier.',
  TOO_MANY_CONNECTIONS: 'Too many open pages: close one of them.',
  TOO_MANY_ITEMS_SELECTED: 'These are more items than can be sold at once.',
  TOO_MANY_ROOMS: 'This page follows too much at once: close another one.',
  ROOM_NOT_ALLOWED: 'This cannot be followed live.',
  TRADE_CHECK_FAILED: 'The marketplace says nothing about this trade right now. It is asked again by itself.',
  UPGRADE_NOT_FOUND: 'You have no such upgrade.',
  WITHDRAWAL_ALREADY_PENDING: 'This item is on its way already.',
  WITHDRAWAL_WITHOUT_MARKET_ID: 'Nothing was bought for this withdrawal yet, so there is nothing to look up.',
  WITHDRAWER_NOT_FOUND: 'This account is gone.',
  UNSTORABLE_TEXT: 'A text has a character that cannot be stored.',
  BAD_REQUEST: UNREAD,
  BODY_COMPRESSED: UNREAD,
  BODY_NOT_UTF8: UNREAD,
  BODY_TOO_LARGE: UNREAD,
  DATA_EXPORT_UNDER_WAY: 'Your data is being downloaded already. Wait for that download to end.',
  EXPECTATION_FAILED: UNREAD,
  OWN_PUBLICATION: 'You have published this as an administrator, so you cannot take part in it.',
  WITHDRAWAL_GOES_ON: 'This withdrawal can no longer be cancelled.',
  HEADERS_TOO_LARGE: UNREAD,
  MALFORMED_JSON: UNREAD,
  MALFORMED_REQUEST: UNREAD,
  MALFORMED_URL: UNREAD,
  PARAMETER_TOO_LONG: UNREAD,
  UNSUPPORTED_MEDIA_TYPE: UNREAD,
  WEBHOOK_NOT_GENUINE: UNREAD,
  WEBHOOK_PROVIDER_UNKNOWN: UNREAD,
};

export const errorTexts: Texts<ErrorTexts> = { 'pt-BR': ptBR, en };

/** Finds the text by the code, or takes the server's; null where the server did not answer. */
export function textOf(error: unknown, texts: ErrorTexts, format: Format): string | null {
  if (!isApiError(error)) return null;
  const text = texts[error.code] ?? error.message;
  if (typeof text === 'string') return text;
  const params = Object.entries(error.params).map(([name, value]) => [name, String(value)]);
  return text(Object.fromEntries(params), format);
}
