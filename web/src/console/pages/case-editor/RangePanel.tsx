import { percentOfRolls } from '@lisura/fairness';
import { Select } from '@mantine/core';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { RangeBar } from './RangeBar.tsx';
import classes from './ranges.module.css';
import { type CoverageFault, closedUp, coverageFaults, faultyRolls, misplacedItems } from './rules/coverage.ts';
import { chanceOf, type Draft } from './rules/draft.ts';
import { editorTexts } from './texts.ts';

/** Each gap and overlap names its rolls and the presses that mend it. */
export function RangePanel({
  draft,
  selected,
  payerId,
  note,
  nameOf,
  onPayer,
  onChange,
}: {
  draft: Draft;
  selected: string | null;
  payerId: string | null;
  note: string | null;
  nameOf: (itemId: string) => string;
  onPayer: (itemId: string) => void;
  onChange: (draft: Draft) => void;
}) {
  const texts = useTexts(editorTexts);
  const faults = coverageFaults(draft.ranges);
  const misplaced = misplacedItems(draft.ranges);
  const isWhole = faults.length === 0 && misplaced.length === 0;
  return (
    <Panel title={texts.ranges} aside={<Coverage draft={draft} faults={faults} misplaced={misplaced.length} />}>
      <RangeBar draft={draft} selected={selected} nameOf={nameOf} />
      <div className={classes.foot}>
        <Icon name="info" size={16} />
        {isWhole ? (
          <>
            <span>{texts.payer}</span>
            <Select
              aria-label={texts.payer}
              size="xs"
              allowDeselect={false}
              value={payerId}
              data={draft.ranges.map(({ itemId }) => ({ value: itemId, label: nameOf(itemId) }))}
              onChange={(itemId) => itemId !== null && onPayer(itemId)}
              classNames={{ root: classes.payer ?? '' }}
            />
            <span>{note ?? texts.always}</span>
          </>
        ) : (
          <Mends draft={draft} faults={faults} nameOf={nameOf} onChange={onChange} />
        )}
      </div>
    </Panel>
  );
}

function Coverage({ draft, faults, misplaced }: { draft: Draft; faults: readonly CoverageFault[]; misplaced: number }) {
  const texts = useTexts(editorTexts);
  const { plural, number, percent, list } = useFormat();
  if (faults.length === 0 && misplaced === 0) {
    return (
      <span className={classes.whole}>
        <Icon name="check" size={16} /> {texts.whole}
      </span>
    );
  }
  const gaps = faults.filter(({ kind }) => kind === 'GAP').length;
  const counted = [
    [gaps, texts.gaps],
    [faults.length - gaps, texts.overlaps],
    [misplaced, texts.misplaced],
  ] as const;
  const words = list(counted.filter(([count]) => count > 0).map(([count, word]) => plural(count, word)));
  const rolls = faultyRolls(draft.ranges);
  return (
    <span className={classes.wrong} aria-live="polite">
      <Icon name="alert" size={16} /> {texts.faults(words, number(rolls), percent(percentOfRolls(rolls), 5))}
    </span>
  );
}

function Mends({
  draft,
  faults,
  nameOf,
  onChange,
}: {
  draft: Draft;
  faults: readonly CoverageFault[];
  nameOf: (itemId: string) => string;
  onChange: (draft: Draft) => void;
}) {
  const texts = useTexts(editorTexts);
  const { number, percent, list } = useFormat();
  const [first] = faults;
  const mended = (itemId: string, ranges: Draft['ranges']) => {
    const range = ranges.find((each) => each.itemId === itemId);
    return range === undefined ? nameOf(itemId) : `${nameOf(itemId)} (${percent(chanceOf(range), 5)})`;
  };
  return (
    <>
      {first !== undefined && (
        <strong className={classes.fault}>
          {first.kind === 'GAP'
            ? texts.gap(number(first.from), number(first.to))
            : texts.overlap(number(first.from), number(first.to), list(first.itemIds.map(nameOf)))}
        </strong>
      )}
      {first !== undefined && first.mends.length > 0 && <span>{texts.giveTo}</span>}
      {first?.mends.map(({ itemId, ranges }) => (
        <button key={itemId} type="button" className={classes.mend} onClick={() => onChange({ ...draft, ranges })}>
          {mended(itemId, ranges)}
        </button>
      ))}
      {(first === undefined || first.mends.length === 0 || faults.length > 1) && draft.ranges.length > 0 && (
        <button
          type="button"
          className={classes.mend}
          onClick={() => onChange({ ...draft, ranges: closedUp(draft.ranges) })}
        >
          {texts.closeUp}
        </button>
      )}
      {faults.length > 1 && <span>{texts.moreFaults(number(faults.length - 1))}</span>}
    </>
  );
}
