import type { Setting } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { shownValue } from './setting-values.ts';
import { valueTexts } from './value-texts.ts';

export function useShownValue(): (setting: Setting, value: unknown) => string {
  const format = useFormat();
  const texts = useTexts(valueTexts);
  return (setting, value) => shownValue(setting, value, format, texts);
}
