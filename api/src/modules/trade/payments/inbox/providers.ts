import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { shaped } from '../../../../platform/outbound/outside-client.ts';
import type { PixPayment, PixReturn } from '../pix/pix.records.ts';
import { CurrencyFields, foreignCurrencyOf, PixEntry, paymentOf } from '../pix/read-pix.ts';
import {
  PIX_PAYMENT,
  PIX_PROVIDER,
  PIX_RETURN,
  type ProviderEvent,
  RETURN_MARK,
  unreadableEvent,
  type WebhookProvider,
} from './inbox.records.ts';

/** How far the time of a signature may be from ours, either way. */
const WINDOW_SECONDS = 300;

/** In constant time. What is no SHA-256 in hex is compared with nothing. */
function isHmacOf(secret: string, signed: string | Buffer | readonly (string | Buffer)[], signature: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const hmac = createHmac('sha256', secret);
  for (const part of Array.isArray(signed) ? signed : [signed]) hmac.update(part);
  return timingSafeEqual(hmac.digest(), Buffer.from(signature, 'hex'));
}

/** Who records a message cannot send it later. */
const isRecent = (seconds: number, now: Date): boolean => Math.abs(now.getTime() / 1000 - seconds) <= WINDOW_SECONDS;

/** Null where it is absent or was sent twice. */
const headerOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const MILLISECONDS_SINCE = 100_000_000_000;

/**
 * Mercado Pago's `x-signature: ts=…,v1=…`: the HMAC-SHA256, in hex, of `id:<data.id>;request-id:<x-request-id>;ts:<ts>;`.
 * The body is not signed, so nothing of it is believed: the message says that something has become of a payment, and no
 * more. Nobody here asks for the payments of Mercado Pago yet, so a person is alerted to them.
 */
function mercadoPagoWebhooks(secret: string): WebhookProvider {
  return {
    name: 'mercado-pago',
    isGenuine: ({ headers, query }, now) => {
      const signature = /^\s*ts=([0-9]{1,16})\s*,\s*v1=([0-9a-fA-F]{64})\s*$/.exec(
        headerOf(headers['x-signature']) ?? '',
      );
      const signed = signedIdsOf(headers, query);
      if (signature === null || signed === null) return false;
      const [, ts = '', v1 = ''] = signature;
      const time = Number(ts);
      const seconds = time >= MILLISECONDS_SINCE ? time / 1000 : time;
      return (
        isRecent(seconds, now) && isHmacOf(secret, `id:${signed.dataId};request-id:${signed.requestId};ts:${ts};`, v1)
      );
    },
    eventsOf: ({ headers, query }) => {
      const signed = signedIdsOf(headers, query);
      if (signed === null) return null;
      const { dataId, requestId } = signed;
      return [
        { key: `${dataId}:${requestId}`, kind: 'MERCADO_PAGO_PAYMENT', content: { paymentId: dataId }, saidAt: null },
      ];
    },
  };
}

/** Letters of the id are signed in lower case. */
function signedIdsOf(headers: Parameters<WebhookProvider['isGenuine']>[0]['headers'], query: URLSearchParams) {
  const dataIds = query.getAll('data.id');
  const requestId = headerOf(headers['x-request-id']);
  const dataId = dataIds.length === 1 ? dataIds[0]?.toLowerCase() : undefined;
  if (requestId === null || dataId === undefined) return null;
  // Neither may hold what parts them in the signed text.
  if (!/^[a-z0-9_-]{1,64}$/.test(dataId) || !/^[\w-]{1,100}$/.test(requestId)) return null;
  return { dataId, requestId };
}

/** More than any provider sends at once. */
const MAX_PAYMENTS = 1_000;
const readBody = shaped(
  Type.Object({ pix: Type.Array(Type.Unknown(), { maxItems: MAX_PAYMENTS }), ...CurrencyFields }),
);
const readEntry = shaped(PixEntry);
/** A trial of the address, which providers make when it is set: an empty message, or Efí's own words. */
const readTrial = shaped(
  Type.Object({ evento: Type.Optional(Type.Literal('teste_webhook')) }, { additionalProperties: false }),
);

/**
 * The Central Bank's message `{ pix: [{ endToEndId, txid, valor, horario, devolucoes }] }`. The header `x-pix-timestamp` has the
 * seconds since 1970, and `x-pix-signature` the HMAC-SHA256, in hex, of these seconds, a point, and the bytes of the body.
 */
function pixWebhooks(secret: string): WebhookProvider {
  return {
    name: PIX_PROVIDER,
    isGenuine: ({ headers, bytes }, now) => {
      const timestamp = headerOf(headers['x-pix-timestamp']);
      const signature = headerOf(headers['x-pix-signature']);
      if (timestamp === null || signature === null || !/^[0-9]{1,12}$/.test(timestamp)) return false;
      return isRecent(Number(timestamp), now) && isHmacOf(secret, [`${timestamp}.`, bytes], signature);
    },
    eventsOf: ({ body }) => {
      if (readTrial(body) !== null) return [];
      const message = readBody(body);
      if (message === null) return null;
      const foreignCurrency = foreignCurrencyOf(message);
      return message.pix.flatMap((said) => eventsOfEntry(said, foreignCurrency));
    },
  };
}

/** Each by itself: one that cannot be understood keeps no other from being credited. */
function eventsOfEntry(said: unknown, foreignCurrency: string | null): ProviderEvent[] {
  const entry = readEntry(said);
  const payment = entry && paymentOf(entry);
  if (payment === null) return [unreadableEvent(JSON.stringify(said))];
  return eventsOf({ ...payment, foreignCurrency: payment.foreignCurrency ?? foreignCurrency });
}

/** Also of what was learnt by asking: reported or asked for, a payment is one event, and each return of it another. */
export function eventsOf({ endToEndId, txid, amountCents, paidAt, ...payment }: PixPayment): ProviderEvent[] {
  const { foreignCurrency } = payment;
  const paid = { endToEndId, txid, amountCents: amountCents.toString() };
  // Named only where it is another: a repeat must say the same as what is stored.
  const content = foreignCurrency === null ? paid : { ...paid, foreignCurrency };
  return [
    { key: endToEndId, kind: PIX_PAYMENT, content, saidAt: paidAt },
    ...payment.returns.map((each) => returnEventOf({ endToEndId, txid }, each)),
    ...payment.unreadableReturns.map((text) => unreadableEvent(`${endToEndId}: ${text}`)),
  ];
}

/** What becomes of a return is reported step by step: each status is an event of its own. */
function returnEventOf(of: { endToEndId: string; txid: string | null }, returned: PixReturn): ProviderEvent {
  const { returnId, status, amountCents, returnedAt } = returned;
  const content = { ...of, returnId, amountCents: amountCents.toString() };
  const key = `${of.endToEndId}${RETURN_MARK}${returnId}`;
  const kind = PIX_RETURN;
  // Those that are done were the only ones once, and had no status: a repeat must say the same.
  if (status === 'DONE') return { key, kind, content, saidAt: returnedAt };
  return { key: `${key}:${status}`, kind, content: { ...content, status }, saidAt: returnedAt };
}

/** What each provider signs with; null where it is not used, and then unknown. */
export interface WebhookSecrets {
  pix: string | null;
  mercadoPago: string | null;
}

/** Everybody who may call us. A new provider is a file beside this one, and a line here. */
export function providersOf({ pix, mercadoPago }: WebhookSecrets): ReadonlyMap<string, WebhookProvider> {
  const providers = [
    pix === null ? null : pixWebhooks(pix),
    mercadoPago === null ? null : mercadoPagoWebhooks(mercadoPago),
  ];
  return new Map(providers.flatMap((provider) => (provider === null ? [] : [[provider.name, provider] as const])));
}
