import { Type } from 'typebox';
import { shaped } from '../../../../../platform/outside/shaped.ts';
import { PixEntry, type PixPayment, paymentOf } from '../../pix/index.ts';
import type { ProviderEvent, WebhookProvider } from '../inbox.types.ts';
import { unreadableEvent } from '../unreadable-event.ts';
import { headerOf, isHmacOf, isRecent } from './signatures.ts';

/** The kind of event that a payment by Pix is, whoever told of it. */
export const PIX_PAYMENT = 'PIX_PAYMENT';
export const PIX_PROVIDER = 'pix';

/** More than any provider sends at once. */
const MAX_PAYMENTS = 1_000;
const readBody = shaped(Type.Object({ pix: Type.Optional(Type.Array(Type.Unknown(), { maxItems: MAX_PAYMENTS })) }));
const readEntry = shaped(PixEntry);

/**
 * The Central Bank's message `{ pix: [{ endToEndId, txid, valor, horario }] }`. The header `x-pix-timestamp` has the
 * seconds since 1970, and `x-pix-signature` the HMAC-SHA256, in hex, of these seconds, a point, and the bytes of the body.
 */
export function pixWebhooks(secret: string): WebhookProvider {
  return {
    name: PIX_PROVIDER,
    isGenuine: ({ headers, bytes }, now) => {
      const timestamp = headerOf(headers['x-pix-timestamp']);
      const signature = headerOf(headers['x-pix-signature']);
      if (timestamp === null || signature === null || !/^[0-9]{1,12}$/.test(timestamp)) return false;
      return isRecent(Number(timestamp), now) && isHmacOf(secret, [`${timestamp}.`, bytes], signature);
    },
    eventsOf: ({ body }) => {
      const message = readBody(body);
      if (message === null) return null;
      // Without any it is a trial of the address, which providers make when it is set.
      return (message.pix ?? []).map(eventOfEntry);
    },
  };
}

/** Each by itself: one that cannot be understood keeps no other from being credited. */
function eventOfEntry(said: unknown): ProviderEvent {
  const entry = readEntry(said);
  const payment = entry && paymentOf(entry);
  return payment === null ? unreadableEvent(JSON.stringify(said)) : eventOf(payment);
}

/** Also of what was learnt by asking: told and asked, a payment is one event. */
export function eventOf({ endToEndId, txid, amountCents, paidAt }: PixPayment): ProviderEvent {
  const content = { endToEndId, txid, amountCents: amountCents.toString() };
  return { key: endToEndId, kind: PIX_PAYMENT, content, saidAt: paidAt };
}
