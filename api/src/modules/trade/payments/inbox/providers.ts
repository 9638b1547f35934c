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

const WINDOW_SECONDS = 300;

/** Compares in constant time. */
function isHmacOf(secret: string, signed: string | Buffer | readonly (string | Buffer)[], signature: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const hmac = createHmac('sha256', secret);
  for (const part of Array.isArray(signed) ? signed : [signed]) hmac.update(part);
  return timingSafeEqual(hmac.digest(), Buffer.from(signature, 'hex'));
}

/** A recorded message cannot be sent later. */
const isRecent = (seconds: number, now: Date): boolean => Math.abs(now.getTime() / 1000 - seconds) <= WINDOW_SECONDS;

/** Returns null if it is absent or was sent twice. */
const headerOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const MILLISECONDS_SINCE = 100_000_000_000;

/**
 * Mercado Pago signs `id:<data.id>;request-id:<x-request-id>;ts:<ts>;` in `x-signature: ts=…,v1=…`, as HMAC-SHA256 in
 * hex. The body is not signed, so only the payment's id is used. Nobody looks these payments up yet, so an alert is
 * raised.
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

/** The id is signed in lower case. */
function signedIdsOf(headers: Parameters<WebhookProvider['isGenuine']>[0]['headers'], query: URLSearchParams) {
  const dataIds = query.getAll('data.id');
  const requestId = headerOf(headers['x-request-id']);
  const dataId = dataIds.length === 1 ? dataIds[0]?.toLowerCase() : undefined;
  if (requestId === null || dataId === undefined) return null;
  // Neither may contain a separator of the signed text.
  if (!/^[a-z0-9_-]{1,64}$/.test(dataId) || !/^[\w-]{1,100}$/.test(requestId)) return null;
  return { dataId, requestId };
}

/** No provider sends more at once. */
const MAX_PAYMENTS = 1_000;
const readBody = shaped(
  Type.Object({ pix: Type.Array(Type.Unknown(), { maxItems: MAX_PAYMENTS }), ...CurrencyFields }),
);
const readEntry = shaped(PixEntry);
/** Providers test the address with an empty message, or Efí with its own. */
const readTrial = shaped(
  Type.Object({ evento: Type.Optional(Type.Literal('teste_webhook')) }, { additionalProperties: false }),
);

/**
 * Reads `{ pix: [{ endToEndId, txid, valor, horario, devolucoes }] }` of the Central Bank. `x-pix-timestamp` has
 * seconds since 1970, and `x-pix-signature` the HMAC-SHA256, in hex, of these, a point and the body's bytes.
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

/** One unreadable entry must not keep others from being credited. */
function eventsOfEntry(said: unknown, foreignCurrency: string | null): ProviderEvent[] {
  const entry = readEntry(said);
  const payment = entry && paymentOf(entry);
  if (payment === null) return [unreadableEvent(JSON.stringify(said))];
  return eventsOf({ ...payment, foreignCurrency: payment.foreignCurrency ?? foreignCurrency });
}

/** A payment is one event and each return another. */
export function eventsOf({ endToEndId, txid, amountCents, paidAt, ...payment }: PixPayment): ProviderEvent[] {
  const { foreignCurrency } = payment;
  const paid = { endToEndId, txid, amountCents: amountCents.toString() };
  // BRL is not named: a repeat must have the content of the stored event.
  const content = foreignCurrency === null ? paid : { ...paid, foreignCurrency };
  return [
    { key: endToEndId, kind: PIX_PAYMENT, content, saidAt: paidAt },
    ...payment.returns.map((each) => returnEventOf({ endToEndId, txid }, each)),
    ...payment.unreadableReturns.map((text) => unreadableEvent(`${endToEndId}: ${text}`)),
  ];
}

function returnEventOf(of: { endToEndId: string; txid: string | null }, returned: PixReturn): ProviderEvent {
  const { returnId, status, amountCents, returnedAt } = returned;
  const content = { ...of, returnId, amountCents: amountCents.toString() };
  const key = `${of.endToEndId}${RETURN_MARK}${returnId}`;
  const kind = PIX_RETURN;
  // Stored returns without a status are done, and repeats must match them.
  if (status === 'DONE') return { key, kind, content, saidAt: returnedAt };
  return { key: `${key}:${status}`, kind, content: { ...content, status }, saidAt: returnedAt };
}

export interface WebhookSecrets {
  pix: string | null;
  mercadoPago: string | null;
}

export function providersOf({ pix, mercadoPago }: WebhookSecrets): ReadonlyMap<string, WebhookProvider> {
  const providers = [
    pix === null ? null : pixWebhooks(pix),
    mercadoPago === null ? null : mercadoPagoWebhooks(mercadoPago),
  ];
  return new Map(providers.flatMap((provider) => (provider === null ? [] : [[provider.name, provider] as const])));
}
