import path from 'node:path';

/**
 * The only reader of the environment. Every setting has a default that makes an unconfigured start work; a wrong value
 * stops the start with one line that names it.
 */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Where browsers reach the API. */
  readonly publicUrl: string;
  /** Sites that may call with the session cookie; the API's own is always among them. */
  readonly webOrigins: readonly string[];
  /** Where a browser goes after its login. */
  readonly frontEndUrl: string;
  /** Which proxies in front may tell the client's address: none, all, or a number of hops. */
  readonly trustProxy: boolean | number | string;
  readonly dataDir: string;
  /** Null: an embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  /** Null: the hot store lives in the process. */
  readonly redisUrl: string | null;
  /** Before every key, so that deployments may share a Redis. */
  readonly redisKeyPrefix: string;
  /** The OpenID 2.0 provider; null: the sandbox's. */
  readonly identityUrl: string | null;
  /** Where names and pictures of accounts are asked for; null: nowhere, or the sandbox. */
  readonly profiles: { readonly url: string; readonly key: string } | null;
  /** Where the catalogue's items come from; null: the sandbox, or nowhere in production. */
  readonly itemDatabaseUrl: string | null;
  /** Where the rate of USD to BRL comes from; null: the sandbox, or the fallback of 5 in production. */
  readonly ratesUrl: string | null;
  readonly adminPlatformIds: readonly string[];
  readonly cookieDomain: string | null;
  readonly sandboxPort: number;
  /** 32 bytes that other keys are derived from; null: one kept in `dataDir`. */
  readonly secretsKey: Buffer | null;
  readonly rateLimits: { readonly global: number; readonly auth: number; readonly caseOpen: number };
  readonly logLevel: string;
}

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const STEAM_URL = 'https://steamcommunity.com';
const STEAM_API_URL = 'https://api.steampowered.com';
const SANDBOX_ADMINISTRATOR = '76561198000000001';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readConfig(environment: Environment, workingDir: string): Config {
  const production =
    oneOf(environment, 'NODE_ENV', ['development', 'production', 'test'], 'development') === 'production';
  const host = text(environment, 'HOST') ?? (production ? '0.0.0.0' : '127.0.0.1');
  const port = integer(environment, 'PORT', 3000, 0, 65_535);
  const publicUrl = url(environment, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`;
  const otherOrigins = origins(environment, 'WEB_ORIGINS');
  const config: Config = {
    production,
    host,
    port,
    publicUrl,
    webOrigins: [new URL(publicUrl).origin, ...otherOrigins],
    frontEndUrl: otherOrigins[0] ?? `${publicUrl}/api/docs`,
    trustProxy: trustProxy(environment),
    dataDir: path.resolve(workingDir, text(environment, 'DATA_DIR') ?? '.data'),
    databaseUrl: url(environment, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: integer(environment, 'DATABASE_POOL_SIZE', 20, 2, 500),
    redisUrl: url(environment, 'REDIS_URL', ['redis:', 'rediss:']),
    redisKeyPrefix: text(environment, 'REDIS_KEY_PREFIX') ?? 'lisura:',
    identityUrl: url(environment, 'IDENTITY_URL', ['http:', 'https:']) ?? (production ? STEAM_URL : null),
    profiles: profiles(environment),
    itemDatabaseUrl: url(environment, 'ITEM_DATABASE_URL', ['http:', 'https:']),
    ratesUrl: url(environment, 'RATES_URL', ['http:', 'https:']),
    adminPlatformIds: platformIds(environment, production),
    cookieDomain: cookieDomain(environment),
    sandboxPort: integer(environment, 'SANDBOX_PORT', 3001, 0, 65_535),
    secretsKey: secretsKey(environment),
    rateLimits: {
      global: integer(environment, 'RATE_LIMIT_GLOBAL', 100, 0, 1_000_000_000),
      auth: integer(environment, 'RATE_LIMIT_AUTH', 10, 0, 1_000_000_000),
      caseOpen: integer(environment, 'RATE_LIMIT_CASE_OPEN', 5, 0, 1_000_000_000),
    },
    logLevel: oneOf(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  if (production) refuseDevelopmentSettings(config, environment);
  return Object.freeze(config);
}

function refuseDevelopmentSettings(config: Config, environment: Environment): void {
  if (config.databaseUrl === null) throw new ConfigError('DATABASE_URL must be set when NODE_ENV is production');
  if (text(environment, 'PUBLIC_URL') === null) {
    throw new ConfigError('PUBLIC_URL must be set when NODE_ENV is production');
  }
  if (config.secretsKey === null) throw new ConfigError('SECRETS_KEY must be set when NODE_ENV is production');
}

function text(environment: Environment, name: string): string | null {
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function integer(environment: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = text(environment, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
  }
  return number;
}

function oneOf(environment: Environment, name: string, allowed: readonly string[], fallback: string): string {
  const value = text(environment, name) ?? fallback;
  if (!allowed.includes(value)) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`);
  return value;
}

/** The value may hold a password, so the message does not repeat it. */
function url(environment: Environment, name: string, protocols: readonly string[]): string | null {
  const value = text(environment, name);
  if (value === null) return null;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new ConfigError(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  }
  return value.replace(/\/$/, '');
}

function origins(environment: Environment, name: string): string[] {
  const values = (text(environment, name) ?? '').split(',').map((value) => value.trim());
  return values
    .filter((value) => value !== '')
    .map((value) => {
      if (!URL.canParse(value) || new URL(value).origin !== value.replace(/\/$/, '')) {
        throw new ConfigError(`${name} must list origins such as https://example.com, not "${value}"`);
      }
      return new URL(value).origin;
    });
}

function profiles(environment: Environment): Config['profiles'] {
  const key = text(environment, 'STEAM_API_KEY');
  if (key === null) return null;
  return { key, url: url(environment, 'STEAM_API_URL', ['http:', 'https:']) ?? STEAM_API_URL };
}

function platformIds(environment: Environment, production: boolean): string[] {
  const listed = text(environment, 'ADMIN_PLATFORM_IDS') ?? (production ? '' : SANDBOX_ADMINISTRATOR);
  const ids = listed.split(',').map((id) => id.trim());
  return ids
    .filter((id) => id !== '')
    .map((id) => {
      if (/^7656119[0-9]{10}$/.test(id)) return id;
      throw new ConfigError(`ADMIN_PLATFORM_IDS must list 64-bit account ids such as 76561198000000001, not "${id}"`);
    });
}

function cookieDomain(environment: Environment): string | null {
  const value = text(environment, 'COOKIE_DOMAIN');
  if (value !== null && !/^\.?[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value)) {
    throw new ConfigError(`COOKIE_DOMAIN must be a domain such as example.com, not "${value}"`);
  }
  return value;
}

function secretsKey(environment: Environment): Buffer | null {
  const value = text(environment, 'SECRETS_KEY');
  if (value === null) return null;
  if (!/^[0-9a-f]{64}$/i.test(value)) {
    throw new ConfigError('SECRETS_KEY must be 64 hex characters, such as `openssl rand -hex 32` prints');
  }
  return Buffer.from(value, 'hex');
}

function trustProxy(environment: Environment): boolean | number | string {
  const value = text(environment, 'TRUST_PROXY');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  if (/^[0-9a-fA-F.:/, ]+$/.test(value)) return value;
  throw new ConfigError(
    `TRUST_PROXY must be true, false, a number of hops, or addresses such as 10.0.0.0/8, not "${value}"`,
  );
}
