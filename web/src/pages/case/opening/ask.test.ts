import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../data/api-error.ts';
import { isRefusal, pauseBeforeRepeat } from './ask.ts';

const failure = (code: ApiError['code'], status: number, retryAfter: number | null = null) =>
  new ApiError({ code, status, message: '', retryAfter });

test('what nobody has answered is asked again, later each time', () => {
  assert.deepEqual(
    [0, 1, 9].map((attempt) => pauseBeforeRepeat(failure('OFFLINE', 0), attempt)),
    [500, 1_000, 8_000],
  );
  assert.equal(pauseBeforeRepeat(failure('UNREADABLE', 503), 0), 500);
});

test('only what the server has refused is known not to be opened', () => {
  assert.equal(isRefusal(failure('CASE_NOT_AS_EXPECTED', 409)), true);
  const doubts = [
    failure('OFFLINE', 0),
    failure('UNREADABLE', 503),
    failure('IDEMPOTENCY_KEY_IN_USE', 409),
    new TypeError('terminated'),
  ];
  assert.deepEqual(
    doubts.map((doubt) => isRefusal(doubt)),
    [false, false, false, false],
  );
});

test('an answer that refuses is final', () => {
  assert.equal(pauseBeforeRepeat(failure('INSUFFICIENT_BALANCE', 400), 3), null);
  assert.equal(pauseBeforeRepeat(failure('CASE_NOT_AS_EXPECTED', 409), 0), null);
});

test('a first request that is under way is waited for', () => {
  assert.equal(pauseBeforeRepeat(failure('IDEMPOTENCY_KEY_IN_USE', 409, 2), 0), 2_000);
});

test('a limit refuses a press, but of a repeat only the asking', () => {
  assert.equal(pauseBeforeRepeat(failure('TOO_MANY_REQUESTS', 429, 30), 0), null);
  assert.equal(pauseBeforeRepeat(failure('TOO_MANY_REQUESTS', 429, 30), 1), 30_000);
});
