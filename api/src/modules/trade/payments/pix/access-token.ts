import { Type } from 'typebox';
import type { Clock } from '../../../../platform/clock.ts';
import type { OutsideClient } from '../../../../platform/outbound/outside-client.ts';
import { shaped } from '../../../../platform/outbound/shaped.ts';

const TokenReply = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 8_192 }),
  expires_in: Type.Number({ minimum: 1 }),
});

/** Given up so long before its end: a question that takes a while must not arrive with a token that is over. */
const SPARE_MS = 30_000;

export interface AccessToken {
  /** The one in use, or a new one; many who ask at once wait for the same. */
  get(): Promise<string>;
  /** It was refused: the next who asks gets another. */
  drop(token: string): void;
}

interface AccessTokenDeps {
  client: OutsideClient;
  clientId: string;
  clientSecret: string;
  clock: Clock;
}

/** OAuth 2.0 with client credentials. */
export function createAccessToken({ client, clientId, clientSecret, clock }: AccessTokenDeps): AccessToken {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let current: { token: string; untilMs: number } | null = null;
  let asked: Promise<string> | null = null;

  async function ask(): Promise<string> {
    const askedMs = clock.now().getTime();
    const { access_token: token, expires_in: seconds } = await client.ask({
      method: 'POST',
      path: '/oauth/token',
      headers: { authorization },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      read: shaped(TokenReply),
    });
    current = { token, untilMs: askedMs + Math.max(seconds * 1000 - SPARE_MS, (seconds * 1000) / 2) };
    return token;
  }

  return {
    get: async () => {
      if (current !== null && clock.now().getTime() < current.untilMs) return current.token;
      asked ??= ask().finally(() => {
        asked = null;
      });
      return asked;
    },
    drop: (token) => {
      if (current?.token === token) current = null;
    },
  };
}
