import { Switch, Textarea, TextInput } from '@mantine/core';
import type { Setting } from '../../../data/generated/api.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { useShownValue } from '../../settings/use-shown-value.ts';
import { valueTexts } from '../../settings/value-texts.ts';
import classes from './settings.module.css';
import { texts as ownTexts } from './texts.ts';

export function SettingField({
  setting,
  typed,
  isWrong,
  onChange,
}: {
  setting: Setting;
  typed: string;
  isWrong: boolean;
  onChange: (typed: string) => void;
}) {
  const texts = useTexts(ownTexts);
  const words = useTexts(valueTexts);
  const shownValue = useShownValue();
  const { type, unit, minimum, maximum } = setting;
  if (type === 'BOOLEAN') {
    const isOn = typed === 'true';
    return (
      <Switch
        label={`${texts.newValue}: ${isOn ? words.on : words.off}`}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
      />
    );
  }
  if (type === 'LIST') {
    return (
      <Textarea
        label={texts.newValue}
        autosize
        minRows={3}
        value={typed}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  const shown = (value: number) => shownValue(setting, value);
  return (
    <TextInput
      label={texts.newValue}
      description={minimum === null || maximum === null ? undefined : texts.bounds(shown(minimum), shown(maximum))}
      error={isWrong ? texts.wrong : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode={type === 'TEXT' ? 'text' : 'decimal'}
      autoComplete="off"
      rightSection={unit === null ? undefined : <span className={classes.unit}>{words.units[unit]}</span>}
      rightSectionWidth={76}
      value={typed}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
