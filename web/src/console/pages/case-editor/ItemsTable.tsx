import { percentOfRolls } from '@lisura/fairness';
import { Select } from '@mantine/core';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { ItemMarks } from '../../../shared/items/ItemMarks.tsx';
import { itemNameOf } from '../../../shared/items/item-name.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Catalogue } from './catalogue.ts';
import classes from './items.module.css';
import { isWhole, misplacedItems } from './rules/coverage.ts';
import { chanceOf, type Draft, type DraftRange, isFlipAt, rollsTyped, rollTyped, widthOf } from './rules/draft.ts';
import { expectedCents, rtpShareOf } from './rules/returns.ts';
import { SWATCHES } from './rules/tail.ts';
import { TypedCell } from './TypedCell.tsx';
import { editorTexts } from './texts.ts';

export interface ItemEdits {
  setChance: (itemId: string, rolls: number) => void;
  setEnds: (itemId: string, change: { start?: number; end?: number }) => void;
  remove: (itemId: string) => void;
  setFlip: (itemId: string | null) => void;
  select: (itemId: string) => void;
  add: () => void;
}

/** Every item with its rolls, its chance, what changed, what it is worth now, and its share of the return. */
export function ItemsTable({
  draft,
  played,
  playedVersion,
  selected,
  catalogue,
  edits,
}: {
  draft: Draft;
  played: Draft;
  playedVersion: number | null;
  selected: string | null;
  catalogue: Catalogue;
  edits: ItemEdits;
}) {
  const texts = useTexts(editorTexts);
  const { number } = useFormat();
  const misplaced = new Set(misplacedItems(draft.ranges));
  const before = new Map(played.ranges.map((range) => [range.itemId, widthOf(range)]));
  return (
    <section className={classes.panel}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{texts.item}</th>
              <th scope="col">{texts.range}</th>
              <th scope="col" data-align="right">
                {texts.chance}
              </th>
              {playedVersion !== null && (
                <th scope="col" data-align="right">
                  {texts.difference(number(playedVersion))}
                </th>
              )}
              <th scope="col" data-align="right">
                {texts.valueNow}
              </th>
              <th scope="col" data-align="right">
                {texts.weight}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {draft.ranges.map((range, index) => (
              <ItemRow
                key={range.itemId}
                range={range}
                index={index}
                draft={draft}
                change={playedVersion === null ? null : widthOf(range) - (before.get(range.itemId) ?? 0)}
                isSelected={range.itemId === selected}
                isMisplaced={misplaced.has(range.itemId)}
                catalogue={catalogue}
                edits={edits}
              />
            ))}
          </tbody>
        </table>
      </div>
      <TableFoot draft={draft} catalogue={catalogue} edits={edits} />
    </section>
  );
}

function ItemRow({
  range,
  index,
  draft,
  change,
  isSelected,
  isMisplaced,
  catalogue,
  edits,
}: {
  range: DraftRange;
  index: number;
  draft: Draft;
  change: number | null;
  isSelected: boolean;
  isMisplaced: boolean;
  catalogue: Catalogue;
  edits: ItemEdits;
}) {
  const texts = useTexts(editorTexts);
  const { number, percent, money } = useFormat();
  const { itemId } = range;
  const item = catalogue.find(itemId);
  const name = item?.name ?? `#${itemId}`;
  const select = () => edits.select(itemId);
  return (
    <tr data-selected={isSelected}>
      <td>
        <ItemCell name={name} imageUrl={item?.imageUrl ?? null} index={index} isFlip={isFlipAt(draft, index)} />
      </td>
      <td className={classes.rolls}>
        <TypedCell
          kind="roll"
          label={texts.from(name)}
          shown={number(range.start)}
          parse={rollTyped}
          isWrong={isMisplaced}
          onValue={(start) => edits.setEnds(itemId, { start })}
          onFocus={select}
        />
        <span>{texts.until}</span>
        <TypedCell
          kind="roll"
          label={texts.to(name)}
          shown={number(range.end)}
          parse={rollTyped}
          isWrong={isMisplaced}
          onValue={(end) => edits.setEnds(itemId, { end })}
          onFocus={select}
        />
      </td>
      <td data-align="right">
        <TypedCell
          kind="chance"
          label={texts.chanceOf(name)}
          shown={percent(chanceOf(range), 5)}
          parse={rollsTyped}
          isWrong={isMisplaced}
          onValue={(rolls) => edits.setChance(itemId, rolls)}
          onFocus={select}
        />
      </td>
      {change !== null && (
        <td data-align="right" data-change={Math.sign(change)}>
          {change === 0
            ? '–'
            : `${change > 0 ? '+' : '−'}${percent(percentOfRolls(Math.abs(change)), 5).replace(' %', '')}`}
        </td>
      )}
      <td data-align="right">{item === null ? '…' : money(item.valueCentsBrl)}</td>
      <td data-align="right">{percent(rtpShareOf(draft, index, catalogue.centsOf), 1)}</td>
      <td>
        <button
          type="button"
          className={classes.remove}
          aria-label={texts.remove(name)}
          disabled={draft.ranges.length === 1}
          onClick={() => edits.remove(itemId)}
        >
          <Icon name="x" size={15} />
        </button>
      </td>
    </tr>
  );
}

function ItemCell({
  name,
  imageUrl,
  index,
  isFlip,
}: {
  name: string;
  imageUrl: string | null;
  index: number;
  isFlip: boolean;
}) {
  const texts = useTexts(editorTexts);
  const { weapon, finish } = itemNameOf(name);
  return (
    <div className={classes.item}>
      <span className={classes.swatch} data-swatch={index % SWATCHES} />
      {imageUrl === null ? <span /> : <img src={imageUrl} alt="" loading="lazy" decoding="async" />}
      <div>
        <p>
          {finish} {isFlip && <span className={classes.flip}>{texts.flip}</span>}
        </p>
        <small>
          <ItemMarks name={name} /> {weapon}
        </small>
      </div>
    </div>
  );
}

function TableFoot({ draft, catalogue, edits }: { draft: Draft; catalogue: Catalogue; edits: ItemEdits }) {
  const texts = useTexts(editorTexts);
  const { plural, percent, money } = useFormat();
  const rolls = draft.ranges.reduce((sum, range) => sum + widthOf(range), 0);
  const whole = isWhole(draft.ranges);
  return (
    <div className={classes.foot}>
      <button type="button" className={classes.add} onClick={edits.add}>
        <Icon name="plus" size={16} /> {texts.add}
      </button>
      <Select
        size="xs"
        aria-label={texts.flipFrom}
        leftSection={<span className={classes.flip}>{texts.flip}</span>}
        leftSectionWidth={58}
        value={draft.flipItemId ?? ''}
        allowDeselect={false}
        data={[
          { value: '', label: texts.noFlip },
          ...draft.ranges.map(({ itemId }) => ({ value: itemId, label: catalogue.find(itemId)?.name ?? itemId })),
        ]}
        onChange={(itemId) => edits.setFlip(itemId === '' ? null : itemId)}
        classNames={{ root: classes.flipSelect ?? '' }}
      />
      <p data-wrong={!whole}>
        {texts.sum(plural(draft.ranges.length, texts.items), percent(percentOfRolls(rolls), 5))} ·{' '}
        {whole ? texts.expected(money(expectedCents(draft, catalogue.centsOf))) : texts.expectedLater}
      </p>
    </div>
  );
}
