import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Clock } from '../../../../platform/clock.ts';
import type { HotStore } from '../../../../platform/hot-store/hot-store.ts';
import { type OutsideClient, shaped } from '../../../../platform/outbound/outside-client.ts';
import type { TlsIdentity } from '../../../../platform/outbound/tls-identity.ts';
import type { Seal } from '../../../../platform/secrets/sealing.ts';
import type { Bank, BankAccount } from './banks.ts';

const TokenReply = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 8_192 }),
  expires_in: Type.Number({ minimum: 1 }),
});

/** A slow request must not arrive with an expired token. */
const SPARE_MS = 30_000;

export interface AccessTokens {
  get(): Promise<string>;
  drop(token: string): Promise<void>;
}

interface AccessTokensDeps extends BankAccount {
  client: OutsideClient;
  bank: Bank;
  url: string;
  tokenUrl: string | null;
  clock: Clock;
  hotStore: HotStore;
  seal: Seal | null;
  identity: TlsIdentity | null;
}

/** Processes share them. A replaced certificate asks for a new one, because banks bind tokens to it (RFC 8705). */
export function createAccessTokens(deps: AccessTokensDeps): AccessTokens {
  const { clock, hotStore, identity, url, clientId, tokenUrl } = deps;
  let asked: Promise<string> | null = null;

  async function placeOfToken(): Promise<string> {
    const parts = [url, tokenUrl, clientId, (await identity?.current())?.thumbprint];
    return `pix:token:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;
  }

  async function find(place: string): Promise<string | null> {
    const kept = opened(deps.seal, place, await hotStore.get(place));
    return kept !== null && clock.now().getTime() < kept.untilMs ? kept.token : null;
  }

  async function ask(place: string): Promise<string> {
    const askedMs = clock.now().getTime();
    const { access_token: token, expires_in: seconds } = await deps.client.ask(questionFor(deps));
    const usableMs = Math.max(seconds * 1000 - SPARE_MS, (seconds * 1000) / 2);
    const kept = JSON.stringify({ token, untilMs: askedMs + usableMs });
    await hotStore.set(place, sealed(deps.seal, place, kept), Math.ceil(usableMs));
    return token;
  }

  return {
    get: async () => {
      const place = await placeOfToken();
      const found = await find(place);
      if (found !== null) return found;
      asked ??= ask(place).finally(() => {
        asked = null;
      });
      return asked;
    },
    drop: async (token) => {
      const place = await placeOfToken();
      if ((await find(place)) === token) await hotStore.delete([place]);
    },
  };
}

function questionFor({ bank, clientId, clientSecret, tokenUrl }: AccessTokensDeps) {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (bank.scope !== null) form.set('scope', bank.scope);
  if (bank.clientIn === 'BODY') form.set('client_id', clientId);
  // A certificate alone may be the proof.
  if (bank.clientIn === 'BODY' && clientSecret !== '') form.set('client_secret', clientSecret);
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const { origin, pathname } = tokenUrl === null ? { origin: undefined, pathname: '/oauth/token' } : new URL(tokenUrl);
  return {
    method: 'POST' as const,
    path: pathname,
    ...(origin === undefined ? {} : { baseUrl: origin }),
    headers: bank.clientIn === 'HEADER' ? { authorization } : {},
    body: form,
    read: shaped(TokenReply),
  };
}

function sealed(seal: Seal | null, place: string, text: string): string {
  if (seal === null) return text;
  const { keyId, bytes } = seal.seal(Buffer.from(text), place);
  return `${keyId}:${bytes.toString('base64')}`;
}

/** A text that another key has sealed counts as absent. */
function opened(seal: Seal | null, place: string, kept: string | null): { token: string; untilMs: number } | null {
  if (kept === null) return null;
  try {
    if (seal === null) return JSON.parse(kept);
    const [keyId = '', bytes = ''] = kept.split(':');
    return JSON.parse(seal.open({ keyId, bytes: Buffer.from(bytes, 'base64') }, place).toString());
  } catch {
    return null;
  }
}
