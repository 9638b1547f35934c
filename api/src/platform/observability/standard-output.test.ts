import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { createLogger } from './logger.ts';
import { logOutput, shortLine } from './standard-output.ts';

function slowReader() {
  const taken: string[] = [];
  let takeNext = () => {};
  const stream = new Writable({
    decodeStrings: false,
    write: (line, _encoding, done) => {
      taken.push(line);
      takeNext = done;
    },
  });
  const takeAll = async () => {
    while (stream.writableLength > 0) {
      takeNext();
      await new Promise(setImmediate);
    }
  };
  return { stream, taken, takeAll };
}

test('what waits for a slow reader is bounded, and what was left out is told once it reads again', async () => {
  const { stream, taken, takeAll } = slowReader();
  const output = logOutput({ production: true, stream: stream, maxWaitingBytes: 10 });
  for (const line of ['123456\n', '123456\n', 'lost\n', 'lost too\n']) output.write(line);
  assert.equal(stream.writableLength, 14);
  await takeAll();
  output.write('next\n');
  await takeAll();
  output.write('last\n');
  const told = '{"level":"warn","lostLines":2,"msg":"Lines were lost: nobody read them"}\n';
  assert.deepEqual(taken, ['123456\n', '123456\n', told, 'next\n', 'last\n']);
});

function printed(
  isTTY: boolean,
  production: boolean,
  write: (logger: ReturnType<typeof createLogger>) => void,
): string {
  const stream = Object.assign(new PassThrough(), { isTTY });
  write(createLogger({ level: 'info', destination: logOutput({ stream, production }) }));
  let text = '';
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) text += chunk;
  return text;
}

test('at a terminal a line is short, and says what happened', () => {
  const text = printed(true, false, (logger) => {
    logger.info('The database is of version 60');
    logger.warn({ reason: 'gone', code: 'EPIPE', tries: 3 }, 'A connection was lost');
    logger.warn({ err: new Error('not now') }, 'It is tried again');
  });
  const lines = text.split('\n').map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
  assert.deepEqual(lines, [
    'info  The database is of version 60',
    'warn  A connection was lost (reason=gone, code=EPIPE, tries=3)',
    'warn  It is tried again: not now',
    '',
  ]);
});

test('below an error stands where it came from', () => {
  const text = printed(true, false, (logger) => logger.error({ err: new Error('broken') }, 'A request failed'));
  assert.match(text, /^\d\d:\d\d:\d\d error A request failed: broken\n {4}at .*standard-output\.test\.ts/);
  assert.doesNotMatch(text, /[{}]"/);
});

test('what others made cannot move the cursor, and secrets stay masked', () => {
  const text = printed(true, false, (logger) =>
    logger.warn({ url: '/\u001b[2J\nx?token=hunter2hunter2' }, 'a\u0007b\nc'),
  );
  assert.match(text, /^\S+ warn {2}a·b c \(url=\/·\[2J x\?token=\[masked\]\)\n$/);
});

test('a machine reads JSON, and so does who runs it in production at a terminal', () => {
  for (const [isTTY, production] of [
    [false, false],
    [false, true],
    [true, true],
  ] as const) {
    const text = printed(isTTY, production, (logger) => logger.info({ port: 1 }, 'ready'));
    assert.deepEqual([JSON.parse(text).msg, JSON.parse(text).port], ['ready', 1]);
  }
});

test('a line that says nothing is one, too', () => {
  assert.equal(shortLine('{"level":"warn","msg":"lost","lostLines":2}'), ' warn  lost (lostLines=2)\n');
});
