import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request as requestOverTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';

interface Side {
  cert: string;
  key: string;
  /** It has issued the certificate of the other side. */
  ca: string;
}

export interface BankCertificates {
  server: Side;
  client: Side;
}

/** A connection without a certificate of the authority ends in the handshake. */
export async function listenAsBank(server: FastifyInstance, { server: own }: BankCertificates, host: string) {
  const secure = createServer({ ...own, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2' });
  secure.on('request', (request, response) => {
    if (/^\/pix\/(oauth|v[23])\//.test(request.url ?? '')) server.routing(request, response);
    else response.writeHead(404).end();
  });
  secure.listen(0, host);
  await once(secure, 'listening');
  return {
    url: `https://localhost:${(secure.address() as AddressInfo).port}/pix`,
    close: () => {
      secure.close();
      secure.closeAllConnections();
    },
  };
}

/** RFC 8705 names the caller's certificate so. */
export function thumbprintOf({ socket }: IncomingMessage): string | null {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  return certificate === undefined ? null : createHash('sha256').update(certificate.raw).digest('base64url');
}

interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  certificates: Partial<Side> | null;
}

/** Null: no answer. */
export async function callOverTls({ url, headers, body, signal, certificates }: Call): Promise<number | null> {
  const request = requestOverTls(url, { method: 'POST', headers, signal, agent: false, ...certificates });
  try {
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode ?? null;
  } catch {
    return null;
  }
}
