import { Type } from 'typebox';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { createOutsideClient, shaped } from '../../../../platform/outbound/outside-client.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import type { PlatformProfile } from '../../users/index.ts';
import { LOGIN_PATH, loginAddress, OPENID_NS, providerUnavailable } from './login.records.ts';

const CONFIRM_TIMEOUT_MS = 10_000;
const PROFILE_TIMEOUT_MS = 3_000;
const MAX_REPLY_BYTES = 64 * 1024;

const readSummaries = shaped(
  Type.Object({
    response: Type.Object({
      players: Type.Array(
        Type.Object({
          steamid: Type.String(),
          personaname: Type.Optional(Type.String()),
          avatarfull: Type.Optional(Type.String()),
        }),
      ),
    }),
  }),
);

export interface IdentityProvider {
  readonly identityUrl: string;
  loginAddress(returnTo: string, realm: string): string;
  /** Throws where the provider gives no answer. */
  confirms(params: readonly (readonly [string, string])[]): Promise<boolean>;
  /** A login never fails for want of a name or picture. */
  profileOf(platformId: string): Promise<PlatformProfile>;
}

export interface IdentityProviderOptions {
  identityUrl: string;
  /** Null leaves out names and pictures. */
  profiles: { url: string; key: string } | null;
  logger: Logger;
  confirmTimeoutMs?: number;
}

/** The addresses are settings; no URL of a request is ever fetched. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { identityUrl, profiles, logger, confirmTimeoutMs = CONFIRM_TIMEOUT_MS } = options;
  const limits = { maxReplyBytes: MAX_REPLY_BYTES, logger };
  const provider = createOutsideClient({
    name: 'login provider',
    baseUrl: identityUrl,
    timeoutMs: confirmTimeoutMs,
    ...limits,
  });
  const summaries =
    profiles &&
    createOutsideClient({
      name: 'profiles',
      baseUrl: profiles.url,
      query: { key: profiles.key },
      timeoutMs: PROFILE_TIMEOUT_MS,
      ...limits,
    });
  return {
    identityUrl,
    loginAddress: (returnTo, realm) => loginAddress(identityUrl, returnTo, realm),
    confirms: async (params) => {
      const form = new URLSearchParams(params.filter(([name]) => name.startsWith('openid.')) as [string, string][]);
      form.set('openid.mode', 'check_authentication');
      try {
        return await provider.ask({
          method: 'POST',
          path: LOGIN_PATH,
          body: form,
          replyAs: 'text',
          read: isConfirmation,
        });
      } catch (error) {
        // Another answer denies the login; after a failure or silence the user may try again.
        if (error instanceof OutsideError && (error.status ?? 0) >= 300 && (error.status ?? 0) < 500) return false;
        throw providerUnavailable(error);
      }
    },
    profileOf: async (platformId) => {
      const unknown: PlatformProfile = { platformId, username: null, avatarUrl: null };
      if (summaries === null) return unknown;
      try {
        return await summaries.ask({
          path: '/ISteamUser/GetPlayerSummaries/v2/',
          query: { steamids: platformId },
          read: (reply) => profileIn(readSummaries(reply), unknown),
        });
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error;
        return unknown;
      }
    },
  };
}

/** The answer is lines of `key:value`; a page that contains the words confirms nothing. */
function isConfirmation(reply: unknown): boolean {
  const lines = String(reply).split('\n');
  return lines.includes(`ns:${OPENID_NS}`) && lines.includes('is_valid:true');
}

function profileIn(summaries: ReturnType<typeof readSummaries>, unknown: PlatformProfile): PlatformProfile | null {
  if (summaries === null) return null;
  const player = summaries.response.players[0];
  if (player?.steamid !== unknown.platformId) return unknown;
  const { personaname = '', avatarfull = '' } = player;
  const isShown = /^https?:\/\//.test(avatarfull) && avatarfull.length <= 512;
  return { ...unknown, username: cleanName(personaname) || null, avatarUrl: isShown ? avatarfull : null };
}

/** Other players see names, so control and invisible characters go. */
const cleanName = (name: string) => [...name.replace(/\p{C}/gu, '').trim()].slice(0, 64).join('');
