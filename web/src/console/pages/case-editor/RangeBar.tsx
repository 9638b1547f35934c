import { percentOfRolls } from '@lisura/fairness';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './ranges.module.css';
import { type BarPiece, barOf } from './rules/coverage.ts';
import { ALL_ROLLS, type Draft } from './rules/draft.ts';
import { SWATCHES, tailOf } from './rules/tail.ts';
import { editorTexts } from './texts.ts';

const rollsOf = ({ from, to }: BarPiece) => to - from + 1;
/** Narrower pieces have no room for their figure, in percent of the bar or of the magnifier. */
const NARROW = { bar: 5.5, tail: 13 };

export function RangeBar({
  draft,
  selected,
  nameOf,
}: {
  draft: Draft;
  selected: string | null;
  nameOf: (itemId: string) => string;
}) {
  const texts = useTexts(editorTexts);
  const { percent, list } = useFormat();
  const pieces = barOf(draft.ranges);
  const tail = tailOf(pieces);
  const chance = (piece: BarPiece) => percent(percentOfRolls(rollsOf(piece)), 5);
  const place = (itemId: string | undefined) => draft.ranges.findIndex((range) => range.itemId === itemId);
  const words = (piece: BarPiece) => `${piece.itemIds.map(nameOf).join(' + ') || '—'} ${chance(piece)}`;
  const part = (shown: readonly BarPiece[], all: number, narrow: number) =>
    shown.map((piece) => {
      const [itemId] = piece.itemIds;
      const share = (rollsOf(piece) / all) * 100;
      return (
        <span
          key={piece.from}
          className={classes.piece}
          data-fault={piece.itemIds.length !== 1}
          data-swatch={piece.itemIds.length === 1 ? place(itemId) % SWATCHES : undefined}
          data-selected={piece.itemIds.length === 1 && itemId === selected}
          style={{ flexGrow: rollsOf(piece) }}
          title={words(piece)}
        >
          {share >= narrow && piece.itemIds.length === 1 && chance(piece)}
        </span>
      );
    });
  const tailRolls = tail.reduce((sum, piece) => sum + rollsOf(piece), 0);
  return (
    <>
      <div className={classes.bar} role="img" aria-label={texts.barLabel(list(pieces.map(words)))}>
        <div className={classes.pieces} aria-hidden="true">
          {part(pieces, ALL_ROLLS, NARROW.bar)}
        </div>
      </div>
      <div className={classes.tail}>
        {tail.length > 1 && (
          <>
            <p>{texts.magnifier(percent(percentOfRolls(tailRolls), 3))}</p>
            <div className={classes.pieces} aria-hidden="true">
              {part(tail, tailRolls, NARROW.tail)}
            </div>
          </>
        )}
      </div>
    </>
  );
}
