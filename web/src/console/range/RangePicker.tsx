import { Popover, SegmentedControl } from '@mantine/core';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './RangePicker.module.css';
import { chosenRange, PRESETS, type Preset } from './ranges.ts';
import { rangeTexts } from './texts.ts';
import type { ChosenRange } from './use-range.ts';

/** Today, 7 days, 30 days, this month, or two days of one's own; it stands in the address. */
export function RangePicker({ chosen }: { chosen: ChosenRange }) {
  const texts = useTexts(rangeTexts);
  return (
    <div className={classes.picker}>
      <SegmentedControl
        size="md"
        aria-label={texts.label}
        value={chosen.preset ?? ''}
        data={PRESETS.map((preset) => ({ value: preset, label: texts.presets[preset] }))}
        onChange={(preset) => chosen.choosePreset(preset as Preset)}
      />
      <OwnDays chosen={chosen} />
    </div>
  );
}

function OwnDays({ chosen: { range, preset, today, chooseDays } }: { chosen: ChosenRange }) {
  const texts = useTexts(rangeTexts);
  const choose = (from: string, to: string) => {
    if (chosenRange(from, to) !== null) chooseDays(from, to);
  };
  return (
    <Popover position="bottom-end">
      <Popover.Target>
        <button type="button" className={classes.own} aria-pressed={preset === null}>
          <Icon name="calendar" />
          {texts.own}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.days}>
          <label>
            {texts.from}
            <input
              type="date"
              value={range.from}
              max={today}
              onChange={({ currentTarget }) => choose(currentTarget.value, range.to)}
            />
          </label>
          <label>
            {texts.to}
            <input
              type="date"
              value={range.to}
              max={today}
              onChange={({ currentTarget }) => choose(range.from, currentTarget.value)}
            />
          </label>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
