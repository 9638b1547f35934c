import type { CaseRtp } from '../../data/generated/api.ts';
import type { RtpRow } from './rtp-scale.ts';

export const rtpRowsOf = (cases: readonly CaseRtp[], most: number): RtpRow[] =>
  cases
    .filter(({ plays }) => plays > 0)
    .toSorted((one, other) => other.wageredCents - one.wageredCents)
    .slice(0, most)
    .map(({ caseId, name, plays, rtpPercent, rtpLowPercent, rtpHighPercent, theoreticalRtpPercent }) => ({
      id: caseId,
      name,
      plays,
      real: rtpPercent,
      low: rtpLowPercent,
      high: rtpHighPercent,
      theoretical: theoreticalRtpPercent,
    }));
