import { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../../../platform/clock.ts';
import { rawBodyOf } from '../../../../platform/http/bodies/json-bodies.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import type { Inbox } from './create-inbox.ts';
import type { Hints } from './hints.ts';
import {
  notGenuine,
  PIX_PROVIDER,
  unknownProvider,
  unreadableBytes,
  type WebhookMessage,
  type WebhookProvider,
} from './inbox.records.ts';

export interface WebhookDeps {
  clock: Clock;
  inbox: Inbox;
  /** Null without a bank that could be asked. */
  hints: Hints | null;
  providers: ReadonlyMap<string, WebhookProvider>;
}

const WebhookParams = Type.Object({
  provider: Type.String({ maxLength: 40, description: 'The name of the provider, such as `pix`', examples: ['pix'] }),
});
const Received = Type.Object(
  { received: Type.Boolean({ description: 'True once it is stored: the message need not be sent again' }) },
  { title: 'ReceivedWebhook', examples: [{ received: true }] },
);

export function webhookProviderRoutes(routes: Routes, deps: WebhookDeps): void {
  const schema = {
    summary: 'Receive an event of a payment provider',
    description:
      'The server answers once the message is stored, and acts on it once, however often and in whatever order ' +
      'it arrives. A message of `pix` is a hint: nothing is credited before the bank was asked. It shows who has sent ' +
      'it by the certificate of the bank, by a secret of the address, or by a signature: the seconds since 1970 in ' +
      '`x-pix-timestamp` and in `x-pix-signature` the HMAC-SHA256, in hex, of these seconds, a point and the bytes of ' +
      'the body. It has `{ pix: [{ endToEndId, txid, valor, horario }] }`. `mercado-pago` signs with ' +
      '`x-signature: ts=…,v1=…`. The time may be five minutes off either way. A genuine message that it cannot read ' +
      'is stored, and an alert is raised.',
    params: WebhookParams,
    response: { 200: Received, ...errorAnswers(404) },
  };
  // A provider calls from few addresses, as often as people pay; a forged call costs one HMAC or one look.
  const config = { limits: 'none' as const };
  const receive = (request: WebhookRequest) => receiveMessage(deps, request);
  const path = '/payment/deposit/webhook/:provider';
  routes.post(path, { config, schema: { ...schema, operationId: 'receivePaymentWebhook' } }, receive);
  const appended = { ...schema, summary: 'Receive it where the bank appends /pix to the address' };
  routes.post(`${path}/pix`, { config, schema: { ...appended, operationId: 'receiveAppendedWebhook' } }, receive);
}

type WebhookRequest = FastifyRequest & { params: { provider: string } };

async function receiveMessage({ clock, inbox, hints, providers }: WebhookDeps, request: WebhookRequest) {
  const provider = providers.get(request.params.provider);
  if (provider === undefined || (provider.name === PIX_PROVIDER && hints === null)) throw unknownProvider();
  const message: WebhookMessage = {
    headers: request.headers,
    query: new URL(request.url, 'http://localhost').searchParams,
    bytes: rawBodyOf(request),
    body: request.body,
    hasCertificate: request.raw.socket instanceof TLSSocket && request.raw.socket.authorized,
    ip: request.ip,
  };
  const trust = provider.trustIn(message, clock.now());
  if (trust === null) throw notGenuine();
  const said = provider.read(message, trust) ?? { events: [unreadableBytes(message.bytes)], hints: [] };
  // Nobody knows who has sent what cannot be read.
  if (trust === 'PROVIDER') await inbox.receive(provider.name, said.events, 'WEBHOOK');
  await hints?.take(said.hints);
  return { received: true };
}
