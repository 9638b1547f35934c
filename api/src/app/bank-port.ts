import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../platform/observability/logger.ts';
import type { TlsIdentity } from '../platform/outbound/tls-identity.ts';

const WEBHOOK = '/api/payment/deposit/webhook/pix';
/** Banks put `/pix` behind the address that they were given. */
const ADDRESS = /^\/(api\/payment\/deposit\/webhook\/pix\/?)?(pix)?\/?$/;

interface BankPortOptions {
  http: Pick<FastifyInstance, 'routing'>;
  /** Ours, and the authority of the bank's. */
  identity: TlsIdentity;
  host: string;
  port: number;
  logger: Logger;
}

export interface BankPort {
  port: number;
  close(): Promise<void>;
}

/** It serves one address, and ends a connection without the bank's certificate in the handshake. */
export async function openBankPort({ http, identity, host, port, logger }: BankPortOptions): Promise<BankPort> {
  let current = await identity.current();
  const server = createServer({ ...current.options, requestCert: true, rejectUnauthorized: true });
  server.on('request', (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (request.method !== 'POST' || !ADDRESS.test(path)) {
      response.writeHead(404).end();
      return;
    }
    request.url = WEBHOOK + (request.url ?? '').slice(path.length);
    http.routing(request, response);
  });
  // A replaced certificate is read when somebody connects, so the connections after this one have it.
  server.on('connection', () => {
    identity.current().then(
      (loaded) => {
        if (loaded !== current) server.setSecureContext(loaded.options);
        current = loaded;
      },
      () => undefined,
    );
  });
  server.on('tlsClientError', (error) => logger.info({ err: error }, 'A connection without the bank’s certificate'));
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  await closed;
}
