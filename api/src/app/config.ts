import path from 'node:path';
import { QUICKNET } from '@lisura/fairness';
import { ConfigError, type Environment, integer, oneOf, text, url } from './environment.ts';
import { type PixConfig, readPixConfig } from './pix-config.ts';

export { ConfigError };

/** Only this file reads the environment. A wrong value stops the start with one line that names it. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Without it health is served on the main port. */
  readonly healthPort: number | null;
  /** The process goes on answering, so that balancers notice the stop. */
  readonly drainSeconds: number;
  readonly publicUrl: string;
  /** The public address comes first; in development the machine's other name follows. */
  readonly ownUrls: readonly string[];
  readonly webOrigins: readonly string[];
  /** Without it this server serves the web app. */
  readonly frontEndUrl: string | null;
  readonly trustProxy: boolean | number | string;
  readonly dataDir: string;
  /** Without it PostgreSQL is embedded in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly databasePoolSize: number;
  /** Without it the hot store lives in the process. */
  readonly redisUrl: string | null;
  readonly redisKeyPrefix: string;
  /** This is an OpenID 2.0 provider; without it, the sandbox's. */
  readonly identityUrl: string | null;
  /** Without it the sandbox has profiles, or there are none. */
  readonly profiles: { readonly url: string; readonly key: string } | null;
  /** Null means the sandbox, or no catalogue in production. */
  readonly itemDatabaseUrl: string | null;
  /** Null means the sandbox, or the fallback of 5 in production. */
  readonly ratesUrl: string | null;
  /** Null means the sandbox, or no purchases in production. */
  readonly market: MarketConfig | null;
  /** Null means the sandbox's, or none in production. */
  readonly beacon: BeaconConfig | null;
  /** Null means the sandbox's, or none in production. */
  readonly pix: PixConfig | null;
  /** Without it Mercado Pago sends no messages. */
  readonly mercadoPagoWebhookSecret: string | null;
  readonly adminPlatformIds: readonly string[];
  readonly cookieDomain: string | null;
  readonly sandboxPort: number;
  /** They play only beside the sandbox. */
  readonly demoPlayers: boolean;
  /** Other keys derive from these 32 bytes; `dataDir` has them if they are null. */
  readonly secretsKey: Buffer | null;
  /** They still open what they sealed. */
  readonly secretsKeysFormer: readonly Buffer[];
  /** Without it only `dataDir` has checkpoints. */
  readonly auditCopyFile: string | null;
  readonly auditCopyUrl: string | null;
  readonly rateLimits: {
    readonly global: number;
    readonly auth: number;
    readonly caseOpen: number;
    readonly market: number;
    /** An hour. */
    readonly dataExport: number;
  };
  readonly logLevel: string;
  /** Tests and production serve the build that exists. */
  readonly refreshesWebApp: boolean;
}

export interface MarketConfig {
  /** The address ends before the version of the API. */
  readonly url: string;
  /** Without it trades are polled only. */
  readonly feedUrl: string | null;
  readonly apiKey: string;
  readonly houseAccount: { readonly partner: string; readonly token: string } | null;
}

/** The chain must have drand's scheme `bls-unchained-g1-rfc9380`. */
export interface BeaconConfig {
  /** A relay's address is followed by the hash of the chain. */
  readonly url: string;
  /** In hex. */
  readonly publicKey: string;
  /** In seconds since 1970. */
  readonly genesis: number;
  /** In seconds. */
  readonly period: number;
}

const STEAM_URL = 'https://steamcommunity.com';
const STEAM_API_URL = 'https://api.steampowered.com';
const SANDBOX_ADMINISTRATOR = '76561198000000001';
const listed = new Intl.ListFormat('en');
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** It decides how a wrong setting is reported, so it is read first. */
export const isProduction = (environment: Environment) => text(environment, 'NODE_ENV') === 'production';

/** npm passes signals on to its child, so they arrive twice. */
export const isStartedByNpm = (environment: Environment) => text(environment, 'npm_lifecycle_event') === 'start';

export function readConfig(environment: Environment, workingDir: string): Config {
  oneOf(environment, 'NODE_ENV', ['development', 'production', 'test'], 'development');
  const production = isProduction(environment);
  const host = text(environment, 'HOST') ?? (production ? '0.0.0.0' : '127.0.0.1');
  const port = integer(environment, 'PORT', 3000, 0, 65_535);
  const givenUrl = url(environment, 'PUBLIC_URL', ['http:', 'https:']);
  const publicUrl = givenUrl ?? `http://localhost:${port}`;
  const ownUrls = givenUrl === null ? [publicUrl, `http://127.0.0.1:${port}`] : [publicUrl];
  const ownOrigins = ownUrls.map((own) => new URL(own).origin);
  // Its own, listed there too, is no web app elsewhere: the first page would lead to itself for ever.
  const otherOrigins = origins(environment, 'WEB_ORIGINS').filter((origin) => !ownOrigins.includes(origin));
  const config: Config = {
    production,
    host,
    port,
    healthPort: text(environment, 'HEALTH_PORT') === null ? null : integer(environment, 'HEALTH_PORT', 0, 0, 65_535),
    drainSeconds: integer(environment, 'DRAIN_SECONDS', production ? 2 : 0, 0, 600),
    publicUrl,
    ownUrls,
    webOrigins: [...ownOrigins, ...otherOrigins],
    frontEndUrl: otherOrigins[0] ?? null,
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
    market: market(environment),
    beacon: beacon(environment),
    pix: readPixConfig(environment, workingDir),
    mercadoPagoWebhookSecret: text(environment, 'MERCADOPAGO_WEBHOOK_SECRET'),
    adminPlatformIds: platformIds(environment, production),
    cookieDomain: cookieDomain(environment),
    sandboxPort: integer(environment, 'SANDBOX_PORT', 3001, 0, 65_535),
    demoPlayers: oneOf(environment, 'DEMO_PLAYERS', ['on', 'off'], 'on') === 'on' && !production,
    secretsKey: secretsKey(environment),
    secretsKeysFormer: secretsKeysFormer(environment),
    auditCopyFile: file(environment, 'AUDIT_COPY_FILE', workingDir),
    auditCopyUrl: url(environment, 'AUDIT_COPY_URL', ['http:', 'https:']),
    rateLimits: {
      global: integer(environment, 'RATE_LIMIT_GLOBAL', 100, 0, 1_000_000_000),
      auth: integer(environment, 'RATE_LIMIT_AUTH', 10, 0, 1_000_000_000),
      caseOpen: integer(environment, 'RATE_LIMIT_CASE_OPEN', 5, 0, 1_000_000_000),
      market: integer(environment, 'RATE_LIMIT_MARKET', 20, 0, 1_000_000_000),
      dataExport: integer(environment, 'RATE_LIMIT_DATA_EXPORT', 3, 0, 1_000_000_000),
    },
    logLevel: oneOf(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    refreshesWebApp: !production && text(environment, 'NODE_ENV') !== 'test',
  };
  if (production) refuseDevelopmentSettings(config, environment);
  refuseSandboxLogin(config);
  return Object.freeze(config);
}

/** One sentence names all missing settings. */
function refuseDevelopmentSettings(config: Config, environment: Environment): void {
  const missing = [
    ...(config.databaseUrl === null ? ['DATABASE_URL'] : []),
    ...(text(environment, 'PUBLIC_URL') === null ? ['PUBLIC_URL'] : []),
    ...(config.secretsKey === null ? ['SECRETS_KEY'] : []),
  ];
  if (missing.length === 0) return;
  throw new ConfigError(`${listed.format(missing)} must be set when NODE_ENV is production`);
}

/**
 * Anybody may log in as an administrator at the sandbox. An address without TLS counts as the sandbox's, whatever
 * `NODE_ENV` says.
 */
function refuseSandboxLogin({ identityUrl, market, pix, mercadoPagoWebhookSecret }: Config): void {
  const real = [
    ...(market === null ? [] : ['MARKET_API_KEY']),
    ...(pix === null ? [] : ['PIX_URL']),
    ...(mercadoPagoWebhookSecret === null ? [] : ['MERCADOPAGO_WEBHOOK_SECRET']),
  ];
  if (real.length === 0 || identityUrl?.startsWith('https://')) return;
  throw new ConfigError(
    `IDENTITY_URL must be the https:// address of a real login, such as ${STEAM_URL}, beside ${listed.format(real)}: ` +
      "in the sandbox's login anybody chooses who they are",
  );
}

function file(environment: Environment, name: string, workingDir: string): string | null {
  const value = text(environment, name);
  return value === null ? null : path.resolve(workingDir, value);
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

function market(environment: Environment): MarketConfig | null {
  const address = url(environment, 'MARKET_API_URL', ['http:', 'https:']);
  const feedUrl = url(environment, 'MARKET_WS_URL', ['http:', 'https:', 'ws:', 'wss:']);
  const apiKey = text(environment, 'MARKET_API_KEY');
  const houseAccount = tradeAccount(environment, 'MARKET_TRADE_URL');
  if (address === null && apiKey === null && feedUrl === null && houseAccount === null) return null;
  if (address === null || apiKey === null) {
    throw new ConfigError(
      'MARKET_API_URL and MARKET_API_KEY must be set together, and MARKET_WS_URL and MARKET_TRADE_URL only beside them',
    );
  }
  return { url: address, feedUrl, apiKey, houseAccount };
}

const TRADE_URL =
  /^https:\/\/steamcommunity\.com\/tradeoffer\/new\/\?partner=(?<partner>[0-9]{1,10})&token=(?<token>[A-Za-z0-9_-]{1,64})$/;

/** The message must not repeat the token, which lets its holder send offers. */
function tradeAccount(environment: Environment, name: string): MarketConfig['houseAccount'] {
  const value = text(environment, name);
  if (value === null) return null;
  const { partner, token } = TRADE_URL.exec(value)?.groups ?? {};
  if (partner === undefined || token === undefined) {
    throw new ConfigError(`${name} must be as https://steamcommunity.com/tradeoffer/new/?partner=123&token=abcDEF12`);
  }
  return { partner, token };
}

/** This is a compressed point of G2, but not infinity, which any signature would fit. */
const PUBLIC_KEY_OF_G2 = /^[89ab][0-9a-f]{191}$/;

function beacon(environment: Environment): BeaconConfig | null {
  const publicKey = (text(environment, 'BEACON_PUBLIC_KEY') ?? QUICKNET.publicKey).toLowerCase();
  if (!PUBLIC_KEY_OF_G2.test(publicKey)) {
    throw new ConfigError("BEACON_PUBLIC_KEY must be the 192 hex characters of the beacon's public_key");
  }
  const genesis = integer(environment, 'BEACON_GENESIS', QUICKNET.genesis, 1, 4_000_000_000);
  const period = integer(environment, 'BEACON_PERIOD', QUICKNET.period, 1, 3_600);
  const address = url(environment, 'BEACON_URL', ['http:', 'https:']);
  // Quicknet has many relays, and none is a default.
  if (address === null) return null;
  if (!/\/[0-9a-f]{64}$/.test(address)) throw new ConfigError('BEACON_URL must end with the hash of the chain');
  return { url: address, publicKey, genesis, period };
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

const SECRETS_KEY = /^[0-9a-f]{64}$/i;

function secretsKey(environment: Environment): Buffer | null {
  const value = text(environment, 'SECRETS_KEY');
  if (value === null) return null;
  if (!SECRETS_KEY.test(value)) {
    throw new ConfigError('SECRETS_KEY must be 64 hex characters, such as `openssl rand -hex 32` prints');
  }
  return Buffer.from(value, 'hex');
}

function secretsKeysFormer(environment: Environment): Buffer[] {
  const values = (text(environment, 'SECRETS_KEYS_FORMER') ?? '').split(',').map((value) => value.trim());
  return values
    .filter((value) => value !== '')
    .map((value) => {
      if (SECRETS_KEY.test(value)) return Buffer.from(value, 'hex');
      throw new ConfigError('SECRETS_KEYS_FORMER must list keys of 64 hex characters each, comma separated');
    });
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
