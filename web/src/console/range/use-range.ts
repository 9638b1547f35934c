import { useServerOffset } from '../../data/session.ts';
import { useAddressFilters } from '../../shared/lists/use-address-filters.ts';
import { useLanguage, useTexts } from '../../shared/texts/index.ts';
import { fullDay, shortDay } from '../charts/days.ts';
import { chosenRange, type DayRange, PRESETS, type Preset, presetRange, rangeBefore, todayOf } from './ranges.ts';
import { rangeTexts } from './texts.ts';

export interface ChosenRange {
  range: DayRange;
  before: DayRange;
  /** It is null where days were chosen one by one. */
  preset: Preset | null;
  today: string;
  title: string;
  lead: string;
  address: Record<string, string>;
  choosePreset: (preset: Preset) => void;
  chooseDays: (from: string, to: string) => void;
}

export function useRange(): ChosenRange {
  const { filters, set } = useAddressFilters<{ periodo: string; de: string; ate: string }>();
  const texts = useTexts(rangeTexts);
  const { language } = useLanguage();
  const today = todayOf(Date.now() + useServerOffset());
  const chosen = chosenRange(String(filters.de ?? ''), String(filters.ate ?? ''));
  const preset = PRESETS.find((each) => each === String(filters.periodo ?? '30d')) ?? '30d';
  const range = chosen ?? presetRange(preset, today);
  const before = rangeBefore(range);
  return {
    range,
    before,
    preset: chosen === null ? preset : null,
    today,
    title:
      chosen === null
        ? texts.titles[preset]
        : texts.ownTitle(fullDay(range.from, language), fullDay(range.to, language)),
    lead: texts.compared(
      shortDay(range.from, language),
      fullDay(range.to, language),
      shortDay(before.from, language),
      shortDay(before.to, language),
    ),
    address: chosen === null ? (preset === '30d' ? {} : { periodo: preset }) : { de: range.from, ate: range.to },
    choosePreset: (next) => set({ periodo: next === '30d' ? undefined : next, de: undefined, ate: undefined }),
    chooseDays: (from, to) => set({ periodo: undefined, de: from, ate: to }),
  };
}
