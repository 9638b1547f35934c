import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArgumentError, connectionsFor, readArguments } from './arguments.ts';

test('arguments: a number of workers, help, and nothing else', () => {
  assert.deepEqual(readArguments([]), { help: false, workers: null });
  assert.deepEqual(readArguments(['--workers', '4']), { help: false, workers: 4 });
  assert.deepEqual(readArguments(['--workers=2', '--help']), { help: true, workers: 2 });
  for (const wrong of [['--workers'], ['--workers', '0'], ['--workers', '257'], ['--workers=two'], ['-w'], ['x']]) {
    assert.throws(() => readArguments(wrong), ArgumentError, wrong.join(' '));
  }
});

test('the embedded database has connections for all workers, and for one that takes the place of another', () => {
  assert.deepEqual([connectionsFor(1, 20), connectionsFor(4, 20), connectionsFor(2, 50)], [100, 177, 209]);
});
