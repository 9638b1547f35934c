import type { PixPayment, PixReturn } from '../pix/pix.records.ts';
import {
  PIX_PAYMENT,
  PIX_RETURN,
  type ProviderEvent,
  RETURN_MARK,
  unreadableEvent,
  type WebhookMessage,
  type WebhookProvider,
} from './inbox.records.ts';
import { type PixWays, pixWebhooks } from './pix-webhooks.ts';
import { headerOf, isHmacOf, isRecent } from './signatures.ts';

const MILLISECONDS_SINCE = 100_000_000_000;

/**
 * Mercado Pago signs `id:<data.id>;request-id:<x-request-id>;ts:<ts>;` in `x-signature: ts=…,v1=…`, as HMAC-SHA256 in
 * hex. The body is not signed, so only the payment's id is used. Nobody looks these payments up yet, so an alert is
 * raised.
 */
function mercadoPagoWebhooks(secret: string): WebhookProvider {
  return {
    name: 'mercado-pago',
    trustIn: ({ headers, query }, now) => {
      const signature = /^\s*ts=([0-9]{1,16})\s*,\s*v1=([0-9a-fA-F]{64})\s*$/.exec(
        headerOf(headers['x-signature']) ?? '',
      );
      const signed = signedIdsOf(headers, query);
      if (signature === null || signed === null) return null;
      const [, ts = '', v1 = ''] = signature;
      const time = Number(ts);
      const seconds = time >= MILLISECONDS_SINCE ? time / 1000 : time;
      const isSigned = isHmacOf(secret, `id:${signed.dataId};request-id:${signed.requestId};ts:${ts};`, v1);
      return isRecent(seconds, now) && isSigned ? 'PROVIDER' : null;
    },
    read: ({ headers, query }) => {
      const signed = signedIdsOf(headers, query);
      if (signed === null) return null;
      const { dataId, requestId } = signed;
      const content = { paymentId: dataId };
      const event = { key: `${dataId}:${requestId}`, kind: 'MERCADO_PAGO_PAYMENT', content, saidAt: null };
      return { events: [event], hints: [] };
    },
  };
}

/** The id is signed in lower case. */
function signedIdsOf(headers: WebhookMessage['headers'], query: URLSearchParams) {
  const dataIds = query.getAll('data.id');
  const requestId = headerOf(headers['x-request-id']);
  const dataId = dataIds.length === 1 ? dataIds[0]?.toLowerCase() : undefined;
  if (requestId === null || dataId === undefined) return null;
  // Neither may contain a separator of the signed text.
  if (!/^[a-z0-9_-]{1,64}$/.test(dataId) || !/^[\w-]{1,100}$/.test(requestId)) return null;
  return { dataId, requestId };
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
  /** Without them a signature is the only way. */
  pixWays?: PixWays;
}

export function providersOf({ pix, mercadoPago, pixWays }: WebhookSecrets): ReadonlyMap<string, WebhookProvider> {
  const providers = [
    pix === null && pixWays === undefined ? null : pixWebhooks(pix, pixWays ?? null),
    mercadoPago === null ? null : mercadoPagoWebhooks(mercadoPago),
  ];
  return new Map(providers.flatMap((provider) => (provider === null ? [] : [[provider.name, provider] as const])));
}
