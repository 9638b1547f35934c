import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEPOSIT_STATUSES, RETURN_STATUSES } from './deposits.records.ts';
import { judgeConfirmation, judgePayment, judgeReturn, mayReject, owedFor } from './deposits.rules.ts';

const cents = fc.bigInt({ min: 1n, max: 10n ** 15n });
const payable = fc.record({
  status: fc.constantFrom(...DEPOSIT_STATUSES),
  amountCents: cents,
  creditedCents: fc.option(cents),
  hasCreditedPayment: fc.boolean(),
  isOfClosed: fc.boolean(),
});

test('only a payment of the requested amount for an open or expired deposit is credited', () => {
  fc.assert(
    fc.property(
      payable,
      cents,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (deposit, other, isExact, isGivenBack, isForeign) => {
        const paidCents = isExact ? deposit.amountCents : other;
        const { outcome } = judgePayment(deposit, { amountCents: paidCents, isForeign, isGivenBack });
        const isHere = !isGivenBack && !isForeign;
        const isOpen = isHere && (deposit.status === 'PENDING' || deposit.status === 'EXPIRED');
        assert.equal(outcome === 'CREDITED', isOpen && !deposit.isOfClosed && paidCents === deposit.amountCents);
        assert.equal(
          outcome === 'MATCHED',
          isHere &&
            deposit.status === 'CONFIRMED' &&
            !deposit.hasCreditedPayment &&
            paidCents === deposit.creditedCents,
        );
      },
    ),
  );
  assert.deepEqual(judgePayment(null, { amountCents: 1n, isForeign: false, isGivenBack: false }), {
    outcome: 'UNKNOWN_CHARGE',
  });
});

test('a waiting payment has its reason', () => {
  const deposit = {
    amountCents: 5_000n,
    creditedCents: null,
    hasCreditedPayment: false,
    isOfClosed: false,
  };
  const judged = (status: (typeof DEPOSIT_STATUSES)[number], amountCents: bigint, more = {}, isGivenBack = false) =>
    judgePayment({ ...deposit, status, ...more }, { amountCents, isForeign: false, isGivenBack });
  assert.deepEqual(judged('PENDING', 4_999n), { outcome: 'WAITING', fault: 'AMOUNT_DIFFERS' });
  assert.deepEqual(judged('REJECTED', 5_000n), { outcome: 'WAITING', fault: 'DEPOSIT_REJECTED' });
  for (const status of ['PENDING', 'EXPIRED', 'REJECTED'] as const) {
    const fault = 'ACCOUNT_CLOSED';
    assert.deepEqual(judged(status, 5_000n, { isOfClosed: true }), { outcome: 'WAITING', fault });
  }
  for (const status of DEPOSIT_STATUSES) {
    const gone = judged(status, 5_000n, {}, true);
    assert.deepEqual(gone, { outcome: 'WAITING', fault: 'RETURNED' });
  }
  const credited = { creditedCents: 5_000n, hasCreditedPayment: true };
  assert.deepEqual(judged('CONFIRMED', 5_000n, credited), { outcome: 'WAITING', fault: 'PAID_BEFORE' });
  const byHand = { creditedCents: 5_000n };
  assert.deepEqual(judged('CONFIRMED', 4_000n, byHand), { outcome: 'WAITING', fault: 'AMOUNT_DIFFERS' });
});

test('an administrator confirms the payment that arrived, or else the requested amount, once', () => {
  const waiting = [
    { endToEndId: 'first', amountCents: 10n, fault: 'AMOUNT_DIFFERS' },
    { endToEndId: 'second', amountCents: 20n, fault: 'AMOUNT_DIFFERS' },
  ] as const;
  const foreign = { endToEndId: 'foreign', amountCents: 30n, fault: 'CURRENCY_DIFFERS' } as const;
  const judged = (
    status: (typeof DEPOSIT_STATUSES)[number],
    payments: Parameters<typeof judgeConfirmation>[1] = waiting,
    returnedPayments: string[] = [],
  ) => judgeConfirmation({ status, amountCents: 30n, returnedPayments }, payments);
  assert.deepEqual(judged('PENDING'), { creditedCents: 10n, endToEndId: 'first' });
  assert.deepEqual(judged('EXPIRED', []), { creditedCents: 30n, endToEndId: null });
  assert.deepEqual(judged('REJECTED'), { creditedCents: 10n, endToEndId: 'first' });
  assert.equal(judged('REJECTED', []), null);
  assert.equal(judged('CONFIRMED'), null);
  assert.equal(judged('CONFIRMED', [], ['credited']), 'RETURNED');
  assert.deepEqual(judged('PENDING', waiting, ['first']), { creditedCents: 20n, endToEndId: 'second' });
  assert.equal(judged('EXPIRED', waiting, ['first', 'second']), 'RETURNED');
  assert.equal(judged('PENDING', [], ['unknown']), 'RETURNED');
  assert.equal(judged('PENDING', [foreign]), 'FOREIGN');
  assert.deepEqual(judged('PENDING', [foreign, ...waiting]), { creditedCents: 10n, endToEndId: 'first' });
  const rejectable = DEPOSIT_STATUSES.map((status) => [mayReject(status, []), mayReject(status, waiting)]);
  assert.deepEqual(rejectable, [
    [true, true],
    [false, true],
    [false, true],
    [true, true],
  ]);
});

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

test('open and finished returns are owed up to the credited amount', () => {
  const ground = { creditedCents: 5_000n, owedForOthers: 0n };
  assert.equal(owedFor({ status: 'OPEN', amountCents: 5_000n }, ground), 5_000n);
  assert.equal(owedFor({ status: 'DONE', amountCents: 2_000n }, ground), 2_000n);
  assert.equal(owedFor({ status: 'DONE', amountCents: 9_000n }, ground), 5_000n);
  assert.equal(owedFor({ status: 'DONE', amountCents: 2_000n }, { ...ground, owedForOthers: 4_000n }), 1_000n);
  assert.equal(owedFor({ status: 'DONE', amountCents: 2_000n }, { ...ground, owedForOthers: 6_000n }), 0n);
  assert.equal(owedFor({ status: 'FAILED', amountCents: 5_000n }, ground), 0n);
});
