import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaseRtp } from '../../../data/generated/api.ts';
import { rtpRowsOf } from '../../charts/rtp-rows.ts';
import { theoreticalOf } from './comparison.ts';

const played = (name: string, wageredCents: number, theoreticalRtpPercent: number | null): CaseRtp => ({
  caseId: name,
  name,
  status: 'ACTIVE',
  plays: wageredCents / 100,
  wageredCents,
  wonCents: 0,
  rtpPercent: 80,
  ggrCents: wageredCents,
  rtpLowPercent: 70,
  rtpHighPercent: 90,
  theoreticalRtpPercent,
});

test('the theoretical return of all cases weighs each by what was wagered on it', () => {
  assert.equal(theoreticalOf([played('a', 300, 90), played('b', 100, 94), played('c', 900, null)]), 91);
  assert.equal(theoreticalOf([played('a', 0, 90)]), null);
});

test('the chart has the cases that were wagered on most, and none that was not opened', () => {
  const rows = rtpRowsOf([played('a', 100, 90), played('b', 300, 90), played('c', 200, 90), played('d', 0, 90)], 2);
  assert.deepEqual(
    rows.map(({ name, real, low, high, theoretical }) => [name, real, low, high, theoretical]),
    [
      ['b', 80, 70, 90, 90],
      ['c', 80, 70, 90, 90],
    ],
  );
  assert.equal(rtpRowsOf([played('d', 0, 90)], 2).length, 0);
});
