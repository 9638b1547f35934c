import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

export type OwnAddress = (request: { host: string }) => string;

/** Cookies belong to a host, so a visitor of 127.0.0.1 must not be sent to localhost. */
export function createOwnAddress(ownUrls: readonly string[]): OwnAddress {
  const byHost = new Map(ownUrls.map((url) => [new URL(url).host, url]));
  return ({ host }) => byHost.get(host) ?? ownUrls[0] ?? '';
}

/** Trusts no proxy, all, a number of hops, or listed addresses. */
export type TrustProxy = boolean | number | string;

type IsTrusted = (address: string, hop: number) => boolean;

export function trustedProxies(setting: TrustProxy): boolean | IsTrusted {
  if (typeof setting === 'boolean') return setting;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return proxyAddress.compile(setting.split(',').map((address) => address.trim()));
}

/** Sockets' handshakes do not pass Fastify. */
export function createClientAddress(setting: TrustProxy): (request: IncomingMessage) => string {
  const trusted = trustedProxies(setting);
  const isTrusted: IsTrusted = typeof trusted === 'boolean' ? () => trusted : trusted;
  return (request) => {
    if (request.socket.remoteAddress === undefined) return 'unknown';
    return proxyAddress(request, isTrusted) ?? 'unknown';
  };
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/** A proxy passes on foreign requests, so its requests do not count. */
export const isFromThisMachine = ({ raw }: { raw: IncomingMessage }): boolean =>
  LOOPBACK.test(raw.socket.remoteAddress ?? '') && PASSED_ON.every((name) => raw.headers[name] === undefined);

const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
