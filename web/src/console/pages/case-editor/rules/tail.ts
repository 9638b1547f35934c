import type { BarPiece } from './coverage.ts';
import { ALL_ROLLS } from './draft.ts';

export const SWATCHES = 10;
const TAIL_SHARE = 0.06;

/** Finds the last pieces of the bar that are together too narrow to be seen; none where the end is wide. */
export function tailOf(pieces: readonly BarPiece[]): BarPiece[] {
  const most = ALL_ROLLS - ALL_ROLLS * TAIL_SHARE;
  return pieces.filter(({ from }) => from > most);
}
