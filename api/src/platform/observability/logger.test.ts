import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLogger, type Logger, silentLogger } from './logger.ts';

const SECRET = 'hunter2hunter2';

function capture(): { logger: Logger; text: () => string; last: () => Record<string, unknown> } {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', destination: { write: (line) => lines.push(line) } });
  return { logger, text: () => lines.join(''), last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

test('what is named like a secret is masked at any depth, however the name is written', () => {
  const names = [
    'password',
    'secret',
    'token',
    'authorization',
    'cookie',
    'set-cookie',
    'sessionId',
    'apiKey',
    'api',
    'serverSeed',
    'totp',
    'otp',
    'recoveryCode',
    'recoveryCodes',
    'pixWebhookSecret',
    'secretsKey',
    'secretsKeysFormer',
    'MARKET_API_KEY',
    'access_token',
  ];
  const spelling = fc.constantFrom(...names).chain((name) =>
    fc
      .array(fc.constantFrom('lower', 'upper', 'dash', 'underscore'), {
        minLength: name.length,
        maxLength: name.length,
      })
      .map((styles) =>
        [...name].map((letter, index) => {
          const style = styles[index];
          if (style === 'upper') return letter.toUpperCase();
          if (style === 'dash') return `-${letter}`;
          if (style === 'underscore') return `${letter}_`;
          return letter.toLowerCase();
        }),
      )
      .map((letters) => letters.join('')),
  );
  fc.assert(
    fc.property(spelling, fc.integer({ min: 0, max: 12 }), fc.boolean(), (name, depth, inList) => {
      let value: unknown = { [name]: inList ? [SECRET] : SECRET, kept: 'kept' };
      for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { inner: value };
      const { logger, text } = capture();
      logger.info(value as object, 'line');
      assert.ok(!text().includes(SECRET), text());
      if (depth < 6) assert.ok(text().includes('kept'), text());
    }),
  );
});

test('every way into a line is masked: record, message, arguments, child, request, error', () => {
  const { logger, text, last } = capture();
  logger.info(`start ?api=${SECRET}`);
  logger.info({ nested: { Cookie: SECRET } }, `token=${SECRET}`);
  logger.info('connecting to %s as %j', `redis://:${SECRET}@cache`, { password: SECRET });
  logger.child({ session_id: SECRET, url: `/x?api=${SECRET}` }).warn('child');
  const request = {
    id: 'r1',
    method: 'GET',
    url: `/x?api=${SECRET}`,
    ip: '::1',
    headers: { cookie: SECRET },
    socket: {},
  };
  logger.info({ req: request, res: { statusCode: 200, secret: SECRET } }, 'request');
  assert.deepEqual(last().req, { id: 'r1', method: 'GET', url: '/x?api=[masked]', ip: '::1' });
  logger.error(new Error(`failed with token=${SECRET}`));
  logger.child({ err: new Error(`password=${SECRET}`) }).error('bound');
  assert.ok(!text().includes(SECRET), text());
});

test('an error keeps message, stack, code and fields, and so do its causes', () => {
  const { logger, text, last } = capture();
  const root = Object.assign(new TypeError(`connect postgres://u:${SECRET}@db failed`), { code: 'ECONNREFUSED' });
  const failure = Object.assign(new Error(`query failed, token=${SECRET}`, { cause: root }), {
    constraint: 'balance_not_negative',
    amountCents: 5n,
    password: SECRET,
  });
  logger.error({ err: failure, other: new AggregateError([root], 'all failed') }, 'it failed');
  const { err, other } = last() as Record<string, Record<string, unknown>>;
  assert.equal(err?.type, 'Error');
  assert.equal(err?.message, 'query failed, token=[masked]');
  assert.match(String(err?.stack), /logger\.test\.ts/);
  assert.deepEqual([err?.constraint, err?.amountCents, err?.password], ['balance_not_negative', '5', '[masked]']);
  const cause = err?.cause as Record<string, unknown>;
  assert.deepEqual([cause.type, cause.code], ['TypeError', 'ECONNREFUSED']);
  assert.equal(cause.message, 'connect postgres://u:[masked]@db failed');
  assert.match(JSON.stringify(other?.errors), /"code":"ECONNREFUSED"/);
  assert.ok(!text().includes(SECRET));
});

test('cycles, depth, size, throwing getters and odd values never stop a line', () => {
  const { logger, last } = capture();
  const circle: Record<string, unknown> = { name: 'circle' };
  circle.self = circle;
  const selfCaused = new Error('self');
  selfCaused.cause = selfCaused;
  let deep: unknown = 'bottom';
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  const broken = {
    beside: 'the trap',
    get trap() {
      throw new Error('no');
    },
  };
  logger.info({
    circle,
    selfCaused,
    deep,
    broken,
    revoked: revokedProxy(),
    wide: Array.from({ length: 5_000 }, (_, index) => index),
    bytes: Buffer.from(SECRET),
    map: new Map<unknown, unknown>([
      ['token', SECRET],
      [{}, 1],
    ]),
    set: new Set([1n]),
    never: new Date(Number.NaN),
    when: new Date(0),
    link: new URL(`https://user:${SECRET}@host/`),
    proto: JSON.parse('{"__proto__":{"admin":true}}'),
    big: 2n ** 80n,
    symbol: Symbol('s'),
    fn: () => {},
    nan: Number.NaN,
  });
  const line = last();
  assert.deepEqual(line.circle, { name: 'circle', self: '[circular]' });
  assert.equal((line.selfCaused as { cause: unknown }).cause, '[circular]');
  assert.match(JSON.stringify(line.deep), /too deep/);
  assert.deepEqual(line.broken, { beside: 'the trap', trap: '[unreadable]' });
  assert.equal(line.revoked, '[unreadable]');
  assert.equal((line.wide as unknown[]).length, 101);
  assert.equal(line.bytes, `[${SECRET.length} bytes]`);
  assert.deepEqual(line.map, { token: '[masked]', '[object]': 1 });
  assert.deepEqual([line.set, line.never, line.when], [['1'], 'Invalid Date', '1970-01-01T00:00:00.000Z']);
  assert.equal(line.link, 'https://user:[masked]@host/');
  assert.deepEqual(line.proto, { '[__proto__]': { admin: true } });
  assert.equal(line.big, '1208925819614629174706176');
});

test('any value at all gives one line of JSON and stays as it was', () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, maxDepth: 6 }),
      (value) => {
        const { logger, text } = capture();
        logger.info({ value });
        assert.doesNotThrow(() => JSON.parse(text()));
        assert.equal(text().trimEnd().split('\n').length, 1);
      },
    ),
  );
});

test('a record that is no plain object still gives a line', () => {
  const { logger, text, last } = capture();
  for (const record of [new Date(0), { toJSON: () => `token=${SECRET}` }, ['listed']]) {
    logger.info(record, 'odd');
    assert.equal(last().msg, 'odd');
  }
  assert.ok(!text().includes(SECRET), text());
});

test('what is logged is a copy: the original keeps its secret', () => {
  const original = { password: SECRET, list: [{ token: SECRET }] };
  capture().logger.info(original);
  assert.deepEqual(original, { password: SECRET, list: [{ token: SECRET }] });
});

test('a line says its level by name and its time in UTC; levels below the chosen one are left out', () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  logger.info('not this');
  logger.warn('this');
  assert.equal(lines.length, 1);
  const line = JSON.parse(lines[0] ?? '');
  assert.equal(line.level, 'warn');
  assert.match(line.time, /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  silentLogger.error('nothing at all');
});

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

test('the rows and values that PostgreSQL adds to an error are not logged, its message and constraint are', () => {
  const { logger, text } = capture();
  const rows = { detail: `Failing row contains (1, ${SECRET}).`, where: `COPY x, line 1: "${SECRET}"` };
  const error = Object.assign(new Error('violates a check'), { code: '23514', constraint: 'a_check', ...rows });
  logger.error({ err: error }, 'failed');
  logger.child({ err: error }).error('failed in a child');
  assert.ok(!text().includes(SECRET), text());
  for (const kept of ['violates a check', '23514', 'a_check']) assert.ok(text().includes(kept), text());
});
