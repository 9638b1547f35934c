import type { Logger } from '../../../platform/logger.ts';
import type { PlatformProfile } from '../users/index.ts';
import { providerUnavailable } from './auth.errors.ts';
import { loginAddress, loginEndpoint, OPENID_NS } from './openid.rules.ts';

const CONFIRM_TIMEOUT_MS = 10_000;
const PROFILE_TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 64 * 1024;

export interface IdentityProvider {
  readonly identityUrl: string;
  loginAddress(returnTo: string, realm: string): string;
  /** Asks the provider whether it made this assertion. Throws where it gives no answer. */
  confirms(params: readonly (readonly [string, string])[]): Promise<boolean>;
  /** Name and picture where the provider tells them; a login never fails for want of a picture. */
  profileOf(platformId: string): Promise<PlatformProfile>;
}

export interface IdentityProviderOptions {
  identityUrl: string;
  /** Null: nobody is asked for names and pictures. */
  profiles: { url: string; key: string } | null;
  logger: Logger;
  confirmTimeoutMs?: number;
}

/** The addresses are settings, never taken from a request: nobody's URL is fetched. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { identityUrl, profiles, logger, confirmTimeoutMs = CONFIRM_TIMEOUT_MS } = options;
  return {
    identityUrl,
    loginAddress: (returnTo, realm) => loginAddress(identityUrl, returnTo, realm),
    confirms: async (params) => {
      const form = new URLSearchParams(params.filter(([name]) => name.startsWith('openid.')) as [string, string][]);
      form.set('openid.mode', 'check_authentication');
      try {
        const response = await fetch(loginEndpoint(identityUrl), {
          method: 'POST',
          body: form,
          redirect: 'manual',
          signal: AbortSignal.timeout(confirmTimeoutMs),
        });
        if (response.status >= 500) throw new Error(`The provider answered ${response.status}`);
        return response.status === 200 && isConfirmation(await boundedText(response));
      } catch (error) {
        throw providerUnavailable(error);
      }
    },
    profileOf: async (platformId) => {
      const unknown: PlatformProfile = { platformId, username: null, avatarUrl: null };
      if (profiles === null) return unknown;
      try {
        const query = new URLSearchParams({ key: profiles.key, steamids: platformId });
        const response = await fetch(`${profiles.url}/ISteamUser/GetPlayerSummaries/v2/?${query}`, {
          redirect: 'error',
          signal: AbortSignal.timeout(PROFILE_TIMEOUT_MS),
        });
        return profileIn(JSON.parse(await boundedText(response)), unknown);
      } catch (error) {
        logger.warn({ err: error }, 'The profile of an account could not be read');
        return unknown;
      }
    },
  };
}

/** Lines of `key:value`; anything else, such as a page with the words in it, confirms nothing. */
function isConfirmation(text: string): boolean {
  const lines = text.split('\n');
  return lines.includes(`ns:${OPENID_NS}`) && lines.includes('is_valid:true');
}

function profileIn(body: unknown, unknown: PlatformProfile): PlatformProfile {
  const players = (body as { response?: { players?: unknown } } | null)?.response?.players;
  const player = Array.isArray(players) ? (players[0] as Record<string, unknown> | undefined) : undefined;
  if (player?.steamid !== unknown.platformId) return unknown;
  const name = typeof player.personaname === 'string' ? cleanName(player.personaname) : '';
  const avatar =
    typeof player.avatarfull === 'string' && /^https?:\/\//.test(player.avatarfull) ? player.avatarfull : '';
  return { ...unknown, username: name || null, avatarUrl: avatar.length > 0 && avatar.length <= 512 ? avatar : null };
}

/** Names are shown to other players: no control or invisible characters, at most 64. */
const cleanName = (name: string) => [...name.replace(/\p{C}/gu, '').trim()].slice(0, 64).join('');

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
