import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const read = (environment: Record<string, string> = {}) => readConfig(environment, '/srv/lisura');

test('nothing set is a complete configuration', () => {
  const config = read();
  assert.equal(config.port, 3000);
  assert.equal(config.dataDir, '/srv/lisura/.data');
  assert.equal(config.databaseUrl, null);
  assert.deepEqual(config.rateLimits, { global: 100, auth: 10, caseOpen: 5 });
  assert.deepEqual(config.webOrigins, ['http://localhost:3000']);
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
    { NODE_ENV: 'production', PUBLIC_URL: 'https://lisura.example' },
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://x' },
  ];
  for (const environment of wrong) {
    assert.throws(
      () => read(environment),
      (error: Error) =>
        error instanceof ConfigError &&
        !error.message.includes('\n') &&
        /^(PORT|DATABASE_URL|REDIS_URL|PUBLIC_URL|WEB_ORIGINS|TRUST_PROXY|RATE_LIMIT_GLOBAL|NODE_ENV|LOG_LEVEL) must/.test(
          error.message,
        ),
      JSON.stringify(environment),
    );
  }
});

test('a message never repeats an address, which may hold a password', () => {
  assert.throws(
    () => read({ DATABASE_URL: 'mysql://root:hunter2@host' }),
    (error: Error) => !error.message.includes('hunter2'),
  );
});

test('an empty value is an absent one', () => {
  assert.equal(read({ PORT: '', DATABASE_URL: ' ' }).port, 3000);
});

test('listed origins join the own one', () => {
  const { webOrigins } = read({
    PUBLIC_URL: 'https://api.example/',
    WEB_ORIGINS: 'https://a.example, https://b.example/',
  });
  assert.deepEqual(webOrigins, ['https://api.example', 'https://a.example', 'https://b.example']);
});
