import type { WebhookProvider } from '../inbox.types.ts';
import { headerOf, isHmacOf, isRecent } from './signatures.ts';

const MILLISECONDS_SINCE = 100_000_000_000;

/**
 * Mercado Pago's `x-signature: ts=…,v1=…`: the HMAC-SHA256, in hex, of `id:<data.id>;request-id:<x-request-id>;ts:<ts>;`.
 * The body is not signed, so nothing of it is believed: the message says that something has become of a payment, and no
 * more. Nobody here asks for the payments of Mercado Pago yet, so a person is alerted to them.
 */
export function mercadoPagoWebhooks(secret: string): WebhookProvider {
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
