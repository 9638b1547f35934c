import type { AnswerOf } from '../../../data/api.ts';
import type { CaseRtp } from '../../../data/generated/api.ts';

export type Comparison = AnswerOf<'GET /admin/dashboard/comparison'>;

/** Computes the expected return of all cases, each weighted by its wagers; null without wagers. */
export function theoreticalOf(cases: readonly CaseRtp[]): number | null {
  const known = cases.flatMap(({ wageredCents, theoreticalRtpPercent }) =>
    theoreticalRtpPercent === null ? [] : [{ wageredCents, theoreticalRtpPercent }],
  );
  const wagered = known.reduce((sum, { wageredCents }) => sum + wageredCents, 0);
  if (wagered === 0) return null;
  return known.reduce((sum, each) => sum + each.wageredCents * each.theoreticalRtpPercent, 0) / wagered;
}
