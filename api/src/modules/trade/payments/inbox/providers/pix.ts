import { Type } from 'typebox';
import { shaped } from '../../../../../platform/outbound/shaped.ts';
import type { PixPayment, PixReturn } from '../../pix/pix.types.ts';
import { CurrencyFields, foreignCurrencyOf, PixEntry, paymentOf } from '../../pix/pix-payments.ts';
import type { ProviderEvent, WebhookProvider } from '../inbox.types.ts';
import { PIX_PAYMENT, PIX_PROVIDER, PIX_RETURN, RETURN_MARK } from '../pix-events.types.ts';
import { unreadableEvent } from '../unreadable-event.ts';
import { headerOf, isHmacOf, isRecent } from './signatures.ts';

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
