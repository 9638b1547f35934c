import type { BarPiece } from './coverage.ts';
import { ALL_ROLLS } from './draft.ts';

/** The colours of bar and table, which begin anew after the last. */
export const SWATCHES = 10;
const TAIL_SHARE = 0.06;

/** The last pieces of the bar that are together too narrow to be seen in it; none where the end is wide. */
export function tailOf(pieces: readonly BarPiece[]): BarPiece[] {
  const most = ALL_ROLLS - ALL_ROLLS * TAIL_SHARE;
  return pieces.filter(({ from }) => from > most);
}
