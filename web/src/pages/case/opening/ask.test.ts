import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../data/api-error.ts';
import { isInDoubt, pauseBeforeRepeat } from './ask.ts';

const failure = (code: ApiError['code'], status: number, retryAfter: number | null = null) =>
  new ApiError({ code, status, message: '', retryAfter });

test('what nobody has answered is asked again, later each time', () => {
  assert.deepEqual(
    [0, 1, 9].map((attempt) => pauseBeforeRepeat(failure('OFFLINE', 0), attempt)),
    [500, 1_000, 8_000],
  );
  assert.equal(pauseBeforeRepeat(failure('UNREADABLE', 503), 0), 500);
  assert.equal(isInDoubt(failure('UNREADABLE', 503)), true);
});

test('an answer that refuses is final', () => {
  assert.equal(pauseBeforeRepeat(failure('INSUFFICIENT_BALANCE', 400), 3), null);
  assert.equal(pauseBeforeRepeat(failure('CASE_NOT_AS_EXPECTED', 409), 0), null);
  assert.equal(isInDoubt(failure('CASE_NOT_AS_EXPECTED', 409)), false);
});

test('a first request that is under way is waited for', () => {
  assert.equal(pauseBeforeRepeat(failure('IDEMPOTENCY_KEY_IN_USE', 409, 2), 0), 2_000);
});

test('a limit refuses a press, but of a repeat only the asking', () => {
  assert.equal(pauseBeforeRepeat(failure('TOO_MANY_REQUESTS', 429, 30), 0), null);
  assert.equal(pauseBeforeRepeat(failure('TOO_MANY_REQUESTS', 429, 30), 1), 30_000);
});
