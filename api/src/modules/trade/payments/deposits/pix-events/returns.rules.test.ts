import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RETURN_STATUSES } from '../deposits.types.ts';
import { judgeReturn, owedFor } from './returns.rules.ts';

test('a return is recorded as it goes on, and messages that come late or again change nothing', () => {
  const judged = RETURN_STATUSES.map((status) =>
    RETURN_STATUSES.map((told) => judgeReturn({ status, amountCents: 1n, owedCents: 1n }, told)),
  );
  assert.deepEqual(judged, [
    ['REPEATED', 'RECORDED', 'RECORDED'],
    ['REPEATED', 'REPEATED', 'CONTRADICTED'],
    ['REPEATED', 'RECORDED', 'REPEATED'],
  ]);
  for (const told of RETURN_STATUSES) assert.equal(judgeReturn(null, told), 'RECORDED');
});

test('what is under way or done is owed, and never more than was credited', () => {
  const ground = { creditedCents: 5_000n, owedForOthers: 0n };
  assert.equal(owedFor({ status: 'OPEN', amountCents: 5_000n }, ground), 5_000n);
  assert.equal(owedFor({ status: 'DONE', amountCents: 2_000n }, ground), 2_000n);
  assert.equal(owedFor({ status: 'DONE', amountCents: 9_000n }, ground), 5_000n);
  assert.equal(owedFor({ status: 'DONE', amountCents: 2_000n }, { ...ground, owedForOthers: 4_000n }), 1_000n);
  assert.equal(owedFor({ status: 'DONE', amountCents: 2_000n }, { ...ground, owedForOthers: 6_000n }), 0n);
  assert.equal(owedFor({ status: 'FAILED', amountCents: 5_000n }, ground), 0n);
});
