import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { Type } from 'typebox';
import { shaped } from '../../../../platform/outbound/outside-client.ts';
import { CurrencyFields, PixEntry, paymentOf } from '../pix/read-pix.ts';
import {
  type Hint,
  PIX_PROVIDER,
  type ProviderEvent,
  unreadableEvent,
  type WebhookMessage,
  type WebhookProvider,
} from './inbox.records.ts';
import { headerOf, isHmacOf, isRecent } from './signatures.ts';

/** How a message may show that the bank has sent it. Without any of them, anybody may hint. */
export interface PixWays {
  /** A port asks for the bank's certificate. */
  readonly hasPort: boolean;
  /** A proxy that checks the certificate tells this name of it. */
  readonly certificateName: string | null;
  /** The address has it where the bank leaves its certificate out. */
  readonly addressSecret: string | null;
  /** From which alone that address may be called. */
  readonly networks: readonly string[];
}

/** No provider sends more at once. */
const MAX_PAYMENTS = 1_000;
const readBody = shaped(
  Type.Object({ pix: Type.Array(Type.Unknown(), { maxItems: MAX_PAYMENTS }), ...CurrencyFields }),
);
const readEntry = shaped(PixEntry);
/** Providers test the address with an empty message, or Efí with its own. */
const readTrial = shaped(
  Type.Object({ evento: Type.Optional(Type.Literal('teste_webhook')) }, { additionalProperties: false }),
);

/**
 * Reads `{ pix: [{ endToEndId, txid, valor, horario, devolucoes }] }` of the Central Bank. Only the ids are used.
 * `x-pix-timestamp` has seconds since 1970, and `x-pix-signature` the HMAC-SHA256, in hex, of these, a point and the
 * body's bytes.
 */
export function pixWebhooks(secret: string | null, ways: PixWays | null): WebhookProvider {
  const networks = networksOf(ways?.networks ?? []);
  const proofs = [
    secret === null ? null : (message: WebhookMessage, now: Date) => isSigned(secret, message, now),
    ways?.hasPort ? ({ hasCertificate }: WebhookMessage) => hasCertificate : null,
    ways?.certificateName == null ? null : (message: WebhookMessage) => isNamed(ways.certificateName, message),
    ways?.addressSecret == null
      ? null
      : ({ query, ip }: WebhookMessage) => networks.check(ip, familyOf(ip)) && knows(ways.addressSecret, query),
  ].filter((proof) => proof !== null);
  return {
    name: PIX_PROVIDER,
    trustIn: (message, now) => {
      if (proofs.some((proof) => proof(message, now))) return 'PROVIDER';
      return proofs.length === 0 ? 'STRANGER' : null;
    },
    read: ({ body }, trust) => {
      if (readTrial(body) !== null) return { events: [], hints: [] };
      const message = readBody(body);
      if (message === null) return null;
      const hints = message.pix.map((said) => hintOf(said, trust === 'PROVIDER'));
      return {
        // One unreadable entry must not keep others from being credited.
        events: message.pix.flatMap((said, place) => (hints[place] === null ? unreadable(said) : [])),
        hints: hints.flatMap((hint) => hint ?? []),
      };
    },
  };
}

/** A bank is asked for the payment that it names, a stranger's word only leads to a charge of ours. */
function hintOf(said: unknown, isTrusted: boolean): Hint | null {
  const entry = readEntry(said);
  if (entry === null || paymentOf(entry) === null) return null;
  if (isTrusted) return { subject: entry.endToEndId, isCharge: false, isTrusted };
  return entry.txid === undefined ? null : { subject: entry.txid, isCharge: true, isTrusted };
}

const unreadable = (said: unknown): ProviderEvent[] => [unreadableEvent(JSON.stringify(said))];

function isSigned(secret: string, { headers, bytes }: WebhookMessage, now: Date): boolean {
  const timestamp = headerOf(headers['x-pix-timestamp']);
  const signature = headerOf(headers['x-pix-signature']);
  if (timestamp === null || signature === null || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  return isRecent(Number(timestamp), now) && isHmacOf(secret, [`${timestamp}.`, bytes], signature);
}

/** The proxy removes these headers from other messages. */
const isNamed = (name: string | null, { headers }: WebhookMessage): boolean =>
  headerOf(headers['x-ssl-client-verify']) === 'SUCCESS' && headerOf(headers['x-ssl-client-s-dn']) === name;

/** Banks put `/pix` behind the address, also behind its query. */
function knows(secret: string | null, query: URLSearchParams): boolean {
  const [given = '', ...others] = query.getAll('hmac');
  const [own, said] = [Buffer.from(secret ?? ''), Buffer.from(given.replace(/\/pix$/, ''))];
  return others.length === 0 && own.length === said.length && timingSafeEqual(own, said);
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}
