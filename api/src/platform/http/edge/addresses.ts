import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Returns the one of our addresses that the request names, else the first, public one. */
export type OwnAddress = (request: { host: string }) => string;

/** A browser keeps cookies by host, so a visitor of 127.0.0.1 must not be sent to localhost. */
export function createOwnAddress(ownUrls: readonly string[]): OwnAddress {
  const byHost = new Map(ownUrls.map((url) => [new URL(url).host, url]));
  return ({ host }) => byHost.get(host) ?? ownUrls[0] ?? '';
}

/**
 * Whose word on the client's address counts: nobody's, that of all proxies, of so many hops, or of listed addresses.
 */
export type TrustProxy = boolean | number | string;

type IsTrusted = (address: string, hop: number) => boolean;

/** A number counts hops from our own end of the connection. */
export function trustedProxies(setting: TrustProxy): boolean | IsTrusted {
  if (typeof setting === 'boolean') return setting;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return proxyAddress.compile(setting.split(',').map((address) => address.trim()));
}

/** Returns the client's address of a request that Fastify does not see, such as a socket's handshake. */
export function createClientAddress(setting: TrustProxy): (request: IncomingMessage) => string {
  const trusted = trustedProxies(setting);
  const isTrusted: IsTrusted = typeof trusted === 'boolean' ? () => trusted : trusted;
  return (request) => {
    if (request.socket.remoteAddress === undefined) return 'unknown';
    return proxyAddress(request, isTrusted) ?? 'unknown';
  };
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/**
 * Says whether a program of this machine asks, by the other end of the connection. A proxy passes on foreign requests,
 * wherever it runs, so they do not count.
 */
export const isFromThisMachine = ({ raw }: { raw: IncomingMessage }): boolean =>
  LOOPBACK.test(raw.socket.remoteAddress ?? '') && PASSED_ON.every((name) => raw.headers[name] === undefined);

const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
