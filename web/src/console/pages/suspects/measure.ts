import type { Suspicion, SuspicionState } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as ownTexts } from './texts.ts';

export const STATE_TONES: Readonly<Record<SuspicionState, Tone>> = { OPEN: 'red', REVIEWED: 'blue', OVER: 'plain' };

export function useMeasure(): (suspicion: Suspicion) => string {
  const texts = useTexts(ownTexts);
  const { money, number, plural } = useFormat();
  return ({ reason, figures }) => {
    if (reason === 'WINS_BEYOND_ODDS')
      return texts.luck(String(figures.cautiousScore ?? 0), number(figures.plays ?? 0));
    if (reason === 'SHARED_ADDRESS') return texts.shared(plural(figures.otherUsers ?? 0, texts.people));
    return texts.passed(money(figures.depositedCents ?? '0'), money(figures.wageredCents ?? '0'));
  };
}
