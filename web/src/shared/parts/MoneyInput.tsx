import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../format/index.ts';
import { parseMoney } from '../format/parse-money.ts';
import classes from './MoneyInput.module.css';

/** Takes a sum of BRL and formats it when the field is left. Read it with `parseMoney`. */
export function MoneyInput({
  label,
  hint,
  error,
  value,
  onChange,
  aside,
  isAmongOthers = false,
  isRequired = false,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  value: string;
  onChange: (text: string) => void;
  /** Buttons at its right fill the field. */
  aside?: ReactNode;
  /** As high as the other fields of a form, where it is not what the form is about. */
  isAmongOthers?: boolean;
  isRequired?: boolean;
}) {
  const { decimal } = useFormat();
  return (
    <TextInput
      label={label}
      required={isRequired}
      description={hint}
      error={error ?? undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span className={classes.currency}>R$</span>}
      leftSectionWidth={52}
      rightSection={aside}
      rightSectionWidth={aside === undefined ? undefined : 180}
      classNames={{ input: (isAmongOthers ? '' : classes.input) ?? '', description: classes.hint ?? '' }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => {
        const cents = parseMoney(value);
        if (cents !== null) onChange(decimal(cents));
      }}
    />
  );
}
