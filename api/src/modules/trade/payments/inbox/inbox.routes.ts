import { Type } from 'typebox';
import type { Clock } from '../../../../platform/clock.ts';
import { rawBodyOf } from '../../../../platform/http/bodies/json-bodies.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import type { Inbox } from './create-inbox.ts';
import {
  notGenuine,
  unknownProvider,
  unreadableBytes,
  type WebhookMessage,
  type WebhookProvider,
} from './inbox.records.ts';

export interface WebhookDeps {
  clock: Clock;
  inbox: Inbox;
  providers: ReadonlyMap<string, WebhookProvider>;
}

const WebhookParams = Type.Object({
  provider: Type.String({ maxLength: 40, description: 'The name of the provider, such as `pix`', examples: ['pix'] }),
});
const Received = Type.Object(
  { received: Type.Boolean({ description: 'True once it is stored: the message need not be sent again' }) },
  { title: 'ReceivedWebhook', examples: [{ received: true }] },
);

export function webhookProviderRoutes(routes: Routes, { clock, inbox, providers }: WebhookDeps): void {
  routes.post(
    '/payment/deposit/webhook/:provider',
    {
      // A provider calls from few addresses, as often as people pay; a forged call costs one HMAC.
      config: { limits: 'none' },
      schema: {
        operationId: 'receivePaymentWebhook',
        summary: 'Receive an event of a payment provider',
        description:
          'The server answers once the message is stored, and acts on it once, however often and in whatever order ' +
          'it arrives. It checks the signature before anything else; a signed message that it cannot read is stored, ' +
          'and an alert is raised. `pix` sends `{ pix: [{ endToEndId, txid, valor, horario }] }` with the seconds ' +
          'since 1970 in `x-pix-timestamp` and in `x-pix-signature` the HMAC-SHA256, in hex, of these seconds, a ' +
          'point and the bytes of the body. `mercado-pago` signs with `x-signature: ts=…,v1=…`. The time may be five ' +
          'minutes off either way.',
        params: WebhookParams,
        response: { 200: Received, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const provider = providers.get(request.params.provider);
      if (provider === undefined) throw unknownProvider();
      const message: WebhookMessage = {
        headers: request.headers,
        query: new URL(request.url, 'http://localhost').searchParams,
        bytes: rawBodyOf(request),
        body: request.body,
      };
      if (!provider.isGenuine(message, clock.now())) throw notGenuine();
      const events = provider.eventsOf(message) ?? [unreadableBytes(message.bytes)];
      await inbox.receive(provider.name, events, 'WEBHOOK');
      return { received: true };
    },
  );
}
