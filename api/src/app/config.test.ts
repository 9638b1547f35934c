import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const read = (environment: Record<string, string> = {}) => readConfig(environment, '/srv/lisura');

test('nothing set is a complete configuration', () => {
  const config = read();
  assert.equal(config.port, 3000);
  assert.equal(config.dataDir, '/srv/lisura/.data');
  assert.equal(config.databaseUrl, null);
  assert.deepEqual(config.rateLimits, { global: 100, auth: 10, caseOpen: 5, market: 20, dataExport: 3 });
  assert.deepEqual(config.webOrigins, ['http://localhost:3000', 'http://127.0.0.1:3000']);
  assert.ok(Object.isFrozen(config));
});

test('a wrong value is one line that names the setting', () => {
  const wrong: Record<string, string>[] = [
    { PORT: 'http' },
    { PORT: '70000' },
    { PORT: '-1' },
    { DATABASE_URL: 'mysql://x' },
    { REDIS_URL: 'localhost' },
    { PUBLIC_URL: 'lisura.example' },
    { WEB_ORIGINS: 'https://a.example/path' },
    { TRUST_PROXY: 'maybe' },
    { RATE_LIMIT_GLOBAL: '1.5' },
    { NODE_ENV: 'staging' },
    { LOG_LEVEL: 'loud' },
    { BEACON_URL: 'api.drand.sh' },
    { BEACON_URL: 'https://api.drand.sh/quicknet' },
    { BEACON_PUBLIC_KEY: '83cf' },
    { BEACON_PUBLIC_KEY: `c0${'00'.repeat(95)}` },
    { BEACON_GENESIS: 'today' },
    { BEACON_PERIOD: '0' },
    { PIX_URL: 'https://pix.example' },
    { PIX_KEY: 'pix@lisura.example' },
    { DEMO_PLAYERS: '5' },
    { SECRETS_KEY: 'short' },
    { SECRETS_KEYS_FORMER: `${'5e'.repeat(32)},short` },
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://x', PUBLIC_URL: 'https://lisura.example' },
  ];
  for (const environment of wrong) {
    assert.throws(
      () => read(environment),
      (error: Error) =>
        error instanceof ConfigError &&
        !error.message.includes('\n') &&
        /^(PORT|DATABASE_URL|REDIS_URL|PUBLIC_URL|WEB_ORIGINS|TRUST_PROXY|RATE_LIMIT_GLOBAL|NODE_ENV|LOG_LEVEL|DEMO_PLAYERS|BEACON_URL|BEACON_PUBLIC_KEY|BEACON_GENESIS|BEACON_PERIOD|PIX_CLIENT_ID, PIX_CLIENT_SECRET, PIX_KEY, and PIX_WEBHOOK_SECRET|PIX_URL, PIX_CLIENT_ID, PIX_CLIENT_SECRET, and PIX_WEBHOOK_SECRET|SECRETS_KEY|SECRETS_KEYS_FORMER) must/.test(
          error.message,
        ),
      JSON.stringify(environment),
    );
  }
});

test('production names everything that is missing at once', () => {
  assert.throws(() => read({ NODE_ENV: 'production' }), {
    message: 'DATABASE_URL, PUBLIC_URL, and SECRETS_KEY must be set when NODE_ENV is production',
  });
  assert.throws(() => read({ NODE_ENV: 'production', PUBLIC_URL: 'https://lisura.example' }), {
    message: 'DATABASE_URL and SECRETS_KEY must be set when NODE_ENV is production',
  });
});

test('a message never repeats an address, which may hold a password', () => {
  assert.throws(
    () => read({ DATABASE_URL: 'mysql://root:hunter2@host' }),
    (error: Error) => !error.message.includes('hunter2'),
  );
});

test('former keys are listed, and a wrong one is not repeated', () => {
  assert.deepEqual(read().secretsKeysFormer, []);
  const listed = read({ SECRETS_KEYS_FORMER: `${'5e'.repeat(32)}, ${'AB'.repeat(32)},` }).secretsKeysFormer;
  assert.deepEqual(listed, [Buffer.alloc(32, 0x5e), Buffer.alloc(32, 0xab)]);
  assert.throws(
    () => read({ SECRETS_KEYS_FORMER: `${'5e'.repeat(32)}f` }),
    (error: Error) => !error.message.includes('5e5e'),
  );
});

test('demo players are there unless that is switched off, and never in production', () => {
  assert.deepEqual([read().demoPlayers, read({ DEMO_PLAYERS: 'off' }).demoPlayers], [true, false]);
  assert.equal(read({ ...EVERY_SETTING, DEMO_PLAYERS: 'on' }).demoPlayers, false);
});

test('an address is all that a beacon of the usual chain needs, and without one there is none', () => {
  assert.equal(read({ BEACON_PERIOD: '30' }).beacon, null);
  const url = 'https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
  const usual = read({ BEACON_URL: `${url}/` }).beacon;
  assert.deepEqual([usual?.url, usual?.genesis, usual?.period], [url, 1_692_803_367, 3]);
  assert.match(usual?.publicKey ?? '', /^83cf0f28[0-9a-f]{184}$/);
  assert.deepEqual(read({ ...EVERY_SETTING, BEACON_PUBLIC_KEY: `A${'B'.repeat(191)}` }).beacon, {
    url: `https://beacon.example/${'ab'.repeat(32)}`,
    publicKey: `a${'b'.repeat(191)}`,
    genesis: 1_600_000_000,
    period: 30,
  });
});

test('the marketplace has an address and a key, or neither', () => {
  assert.equal(read({}).market, null);
  assert.deepEqual(read(EVERY_SETTING).market, {
    url: 'https://market.example',
    feedUrl: 'wss://feed.market.example',
    apiKey: 'market key',
    houseAccount: { partner: '39734273', token: 'aB3_-x9Z' },
  });
  const { IDENTITY_URL = '' } = EVERY_SETTING;
  const address = { MARKET_API_URL: 'https://market.example', IDENTITY_URL };
  const key = { MARKET_API_KEY: 'market key' };
  const { feedUrl, houseAccount } = read({ ...address, ...key }).market ?? {};
  assert.deepEqual([feedUrl, houseAccount], [null, null]);
  const { MARKET_WS_URL = '', MARKET_TRADE_URL = '' } = EVERY_SETTING;
  for (const half of [address, key, { MARKET_WS_URL }, { MARKET_TRADE_URL }]) {
    assert.throws(() => read(half), /MARKET_API_URL and MARKET_API_KEY must be set together/);
  }
  const elsewhere = 'https://steamcommunity.example/tradeoffer/new/?partner=39734273&token=secret';
  assert.throws(() => read({ ...address, ...key, MARKET_TRADE_URL: elsewhere }), /^(?!.*secret).*MARKET_TRADE_URL/);
});

test("neither a marketplace nor a payment provider goes with the sandbox's login, whatever NODE_ENV says", () => {
  const real = {
    MARKET_API_KEY: ['MARKET_API_URL', 'MARKET_API_KEY'],
    PIX_URL: ['PIX_URL', 'PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_KEY', 'PIX_WEBHOOK_SECRET'],
    MERCADOPAGO_WEBHOOK_SECRET: ['MERCADOPAGO_WEBHOOK_SECRET'],
  };
  const production = ['DATABASE_URL', 'PUBLIC_URL', 'SECRETS_KEY'];
  for (const [named, names] of Object.entries(real)) {
    const given = Object.fromEntries([...names, ...production].map((name) => [name, EVERY_SETTING[name] ?? '']));
    const refused = new RegExp(`IDENTITY_URL must be the https:// address of a real login, .*beside ${named}:`);
    for (const NODE_ENV of ['development', 'test']) assert.throws(() => read({ ...given, NODE_ENV }), refused);
    for (const NODE_ENV of ['development', 'test', 'production']) {
      for (const IDENTITY_URL of ['http://localhost:3001', 'http://sandbox:3001', 'http://steamcommunity.com']) {
        assert.throws(() => read({ ...given, NODE_ENV, IDENTITY_URL }), refused);
      }
      assert.doesNotThrow(() => read({ ...given, NODE_ENV, IDENTITY_URL: 'https://steamcommunity.com' }));
    }
    assert.doesNotThrow(() => read({ ...given, NODE_ENV: 'production' }), 'production has the login of Steam');
  }
});

test('a bank is named with what it asks for, and a half of it is refused', () => {
  const { IDENTITY_URL = '', PIX_CLIENT_ID = '', PIX_CLIENT_SECRET = '', PIX_KEY = '' } = EVERY_SETTING;
  const efi = { IDENTITY_URL, PIX_BANK: 'efi', PIX_CLIENT_ID, PIX_CLIENT_SECRET, PIX_KEY };
  const { certificate, webhookPort, ...pix } = read({ ...efi, PIX_CLIENT_CERT: 'house.p12' }).pix ?? assert.fail();
  assert.deepEqual([pix.bank, pix.url, pix.webhookSecret, webhookPort], ['efi', null, null, null]);
  assert.deepEqual(certificate, { certificate: '/srv/lisura/house.p12', key: null, passphrase: null, authority: null });
  const PEM = '-----BEGIN CERTIFICATE-----';
  assert.equal(read({ ...efi, PIX_CLIENT_CERT: PEM }).pix?.certificate?.certificate, PEM);
  const wrong: [object, RegExp][] = [
    [{ PIX_KEY: '' }, /PIX_KEY must be set/],
    [{ PIX_BANK: 'nubank' }, /PIX_BANK must be one of efi, bb, itau, inter, sicoob, other/],
    [{ PIX_BANK: 'bb' }, /PIX_APP_KEY must be set/],
    [{ PIX_BANK: 'other' }, /PIX_URL and PIX_WEBHOOK_SECRET must be set/],
    [{ PIX_CLIENT_KEY: 'house.key' }, /PIX_CLIENT_CERT must be set/],
    [{ PIX_WEBHOOK_PORT: '8443' }, /PIX_WEBHOOK_PORT, PIX_WEBHOOK_CERT, and PIX_WEBHOOK_CA must be set together/],
    [{ PIX_WEBHOOK_PORT: '8443', PIX_WEBHOOK_CERT: 'port.pem' }, /PIX_WEBHOOK_CA must be set together/],
    [{ PIX_WEBHOOK_CLIENT_NAME: 'CN=bank' }, /TRUST_PROXY must be set/],
    [{ PIX_BANK: 'itau', PIX_WEBHOOK_HMAC: 'hidden' }, /PIX_WEBHOOK_NETWORKS must list(?!.*hidden)/],
    [{ PIX_WEBHOOK_NETWORKS: '10.0.0.0/33' }, /PIX_WEBHOOK_NETWORKS must list/],
    [{ PIX_WEBHOOK_NETWORKS: 'bank.example' }, /PIX_WEBHOOK_NETWORKS must list/],
  ];
  for (const [changes, message] of wrong) assert.throws(() => read({ ...efi, ...changes }), message);
  const port = { PIX_WEBHOOK_PORT: '8443', PIX_WEBHOOK_CERT: 'port.pem', PIX_WEBHOOK_CA: 'bank.pem' };
  assert.equal(read({ ...efi, ...port }).pix?.webhookPort?.port, 8443);
});

test('an empty value is an absent one', () => {
  assert.equal(read({ PORT: '', DATABASE_URL: ' ' }).port, 3000);
});

test('an own address among WEB_ORIGINS is no web app elsewhere, to which the first page would lead for ever', () => {
  const { webOrigins, frontEndUrl } = read({
    PUBLIC_URL: 'https://a.example',
    WEB_ORIGINS: 'https://a.example, https://b.example',
  });
  assert.deepEqual([webOrigins, frontEndUrl], [['https://a.example', 'https://b.example'], 'https://b.example']);
});

test('listed origins join the own one', () => {
  const { webOrigins } = read({
    PUBLIC_URL: 'https://api.example/',
    WEB_ORIGINS: 'https://a.example, https://b.example/',
  });
  assert.deepEqual(webOrigins, ['https://api.example', 'https://a.example', 'https://b.example']);
});

/** No value is a default, so that settings which depend on others are read, too. */
const EVERY_SETTING: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PORT: '8080',
  HEALTH_PORT: '8082',
  DRAIN_SECONDS: '7',
  HOST: '::1',
  PUBLIC_URL: 'https://api.example',
  WEB_ORIGINS: 'https://a.example',
  TRUST_PROXY: '1',
  DATA_DIR: 'data',
  DATABASE_URL: 'postgres://database.example/lisura',
  DATABASE_POOL_SIZE: '5',
  REDIS_URL: 'redis://redis.example',
  REDIS_KEY_PREFIX: 'other:',
  IDENTITY_URL: 'https://identity.example',
  STEAM_API_KEY: 'key',
  STEAM_API_URL: 'https://profiles.example',
  ITEM_DATABASE_URL: 'https://items.example',
  RATES_URL: 'https://rates.example',
  MARKET_API_URL: 'https://market.example',
  MARKET_WS_URL: 'wss://feed.market.example',
  MARKET_API_KEY: 'market key',
  MARKET_TRADE_URL: 'https://steamcommunity.com/tradeoffer/new/?partner=39734273&token=aB3_-x9Z',
  BEACON_URL: `https://beacon.example/${'ab'.repeat(32)}`,
  BEACON_PUBLIC_KEY: `8${'1'.repeat(191)}`,
  BEACON_GENESIS: '1600000000',
  BEACON_PERIOD: '30',
  PIX_URL: 'https://pix.example',
  PIX_BANK: 'bb',
  PIX_TOKEN_URL: 'https://token.pix.example',
  PIX_APP_KEY: 'developer',
  PIX_CLIENT_CERT: 'house.pem',
  PIX_CLIENT_KEY: 'house.key',
  PIX_CLIENT_PASSPHRASE: 'phrase',
  PIX_CA: 'bank.pem',
  PIX_WEBHOOK_PORT: '8443',
  PIX_WEBHOOK_CERT: 'port.pem',
  PIX_WEBHOOK_KEY: 'port.key',
  PIX_WEBHOOK_PASSPHRASE: 'another phrase',
  PIX_WEBHOOK_CA: 'bank-calls.pem',
  PIX_WEBHOOK_CLIENT_NAME: 'CN=bank',
  PIX_WEBHOOK_HMAC: 'hidden',
  PIX_WEBHOOK_NETWORKS: '203.0.113.0/24',
  PIX_WEBHOOK_URL: 'https://pix.lisura.example',
  PIX_CLIENT_ID: 'client',
  PIX_CLIENT_SECRET: 'secret',
  PIX_KEY: 'pix@lisura.example',
  PIX_WEBHOOK_SECRET: 'signed',
  MERCADOPAGO_WEBHOOK_SECRET: 'signed too',
  ADMIN_PLATFORM_IDS: '76561198000000002',
  COOKIE_DOMAIN: 'example',
  SANDBOX_PORT: '8081',
  DEMO_PLAYERS: 'off',
  SECRETS_KEY: '5e'.repeat(32),
  SECRETS_KEYS_FORMER: '5f'.repeat(32),
  AUDIT_COPY_FILE: 'copy.jsonl',
  AUDIT_COPY_URL: 'https://checkpoints.example',
  RATE_LIMIT_GLOBAL: '1',
  RATE_LIMIT_AUTH: '2',
  RATE_LIMIT_CASE_OPEN: '3',
  RATE_LIMIT_MARKET: '4',
  RATE_LIMIT_DATA_EXPORT: '5',
  LOG_LEVEL: 'debug',
};

function namesRead(...environments: Readonly<Record<string, string>>[]): string[] {
  const names = new Set<string>();
  const listening: ProxyHandler<Readonly<Record<string, string>>> = {
    get: (environment, name) => {
      names.add(String(name));
      return environment[String(name)];
    },
  };
  for (const environment of environments) readConfig(new Proxy(environment, listening), '/srv/lisura');
  return [...names].sort();
}

const rootFile = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

const exampleSettings = () =>
  Object.fromEntries(
    [...rootFile('.env.example').matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

const settingsInDocs = () => {
  const table = /^## Environment variables$(.*?)^## /ms.exec(rootFile('docs/settings.md'))?.[1] ?? '';
  const firstCells = [...table.matchAll(/^\| (`[^|]*)\|/gm)].map(([, cell]) => cell ?? '');
  return firstCells.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name)).sort();
};

test('every setting that is read, and no other, is in .env.example and in the table of docs/settings.md', () => {
  const read = namesRead({}, EVERY_SETTING);
  assert.deepEqual(Object.keys(EVERY_SETTING).sort(), read, 'a setting to come has a value here as well');
  assert.deepEqual(Object.keys(exampleSettings()).sort(), read);
  assert.deepEqual(settingsInDocs(), read);
});

test('.env.example has the defaults', () => {
  const key = { STEAM_API_KEY: 'key' };
  assert.deepEqual(read({ ...exampleSettings(), ...key }), read(key));
});
