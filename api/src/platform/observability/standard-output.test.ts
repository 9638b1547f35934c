import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { logOutput } from './standard-output.ts';

/** Takes nothing until it is told to. */
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
