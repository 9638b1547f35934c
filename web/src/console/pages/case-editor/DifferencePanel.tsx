import { percentOfRolls } from '@lisura/fairness';
import { Select } from '@mantine/core';
import type { CaseVersionHead } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { Refusal } from '../../parts/Refusal.tsx';
import classes from './editor.module.css';
import { isWhole } from './rules/coverage.ts';
import { type Difference, differenceOf, isSame } from './rules/difference.ts';
import type { Draft } from './rules/draft.ts';
import { type CentsOf, theoreticalRtp } from './rules/returns.ts';
import { editorTexts } from './texts.ts';

export function DifferencePanel({
  draft,
  compared,
  error,
  number: chosen,
  versions,
  playedNumber,
  centsOf,
  nameOf,
  onChoose,
}: {
  draft: Draft;
  /** It is null while the version is asked for. */
  compared: Draft | null;
  error: unknown;
  number: number;
  versions: readonly CaseVersionHead[];
  playedNumber: number;
  centsOf: CentsOf;
  nameOf: (itemId: string) => string;
  onChoose: (number: number) => void;
}) {
  const texts = useTexts(editorTexts);
  const { number, plural, date } = useFormat();
  const difference = compared === null ? null : differenceOf(compared, draft);
  return (
    <Panel title={texts.differenceTo(number(chosen))}>
      <Select
        size="xs"
        aria-label={texts.comparedWith}
        allowDeselect={false}
        value={String(chosen)}
        data={versions.map((version) => ({
          value: String(version.number),
          label: `${texts.versionNumber(number(version.number))} · ${date(version.createdAt)}${
            version.number === playedNumber ? ` · ${texts.playedNow}` : ''
          }`,
        }))}
        onChange={(value) => value !== null && onChoose(Number(value))}
      />
      <div className={classes.difference}>
        <Refusal error={error} />
        {difference !== null && compared !== null && (
          <>
            <Lines difference={difference} before={compared} draft={draft} centsOf={centsOf} nameOf={nameOf} />
            <p>
              {isSame(difference)
                ? texts.same
                : difference.isReordered
                  ? texts.reordered
                  : texts.unchanged(plural(difference.unchanged, texts.items))}
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}

function Lines({
  difference,
  before,
  draft,
  centsOf,
  nameOf,
}: {
  difference: Difference;
  before: Draft;
  draft: Draft;
  centsOf: CentsOf;
  nameOf: (itemId: string) => string;
}) {
  const texts = useTexts(editorTexts);
  const { percent, money } = useFormat();
  const chance = (rolls: number | null) => (rolls === null ? texts.out : percent(percentOfRolls(rolls), 5));
  const flip = (itemId: string | null) => (itemId === null ? texts.noFlip : nameOf(itemId));
  const rtp = (of: Draft) => percent(theoreticalRtp(of, centsOf));
  return (
    <ul>
      {difference.items.map(({ itemId, before: old, after }) => (
        <Line
          key={itemId}
          name={nameOf(itemId)}
          before={chance(old)}
          after={chance(after)}
          way={Math.sign((after ?? 0) - (old ?? 0))}
        />
      ))}
      {difference.price !== null && (
        <Line
          name={texts.priceLine}
          before={money(difference.price.before)}
          after={money(difference.price.after)}
          way={0}
        />
      )}
      {difference.flip !== null && (
        <Line name={texts.flipLine} before={flip(difference.flip.before)} after={flip(difference.flip.after)} way={0} />
      )}
      {!isSame(difference) && (
        <Line name={texts.rtpLine} before={rtp(before)} after={isWhole(draft.ranges) ? rtp(draft) : '– –'} way={0} />
      )}
    </ul>
  );
}

function Line({ name, before, after, way }: { name: string; before: string; after: string; way: number }) {
  return (
    <li>
      <span>{name}</span>
      <span>
        <del>{before}</del> → <ins data-way={way}>{after}</ins>
      </span>
    </li>
  );
}
