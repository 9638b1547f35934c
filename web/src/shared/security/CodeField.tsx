import { PinInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/index.ts';
import classes from './security.module.css';
import { securityTexts } from './texts.ts';

const DIGITS = 6;

/** A code can be sent if it has six digits or is a recovery code. */
export const isWholeCode = (code: string): boolean => /^(\d{6}|[A-Z2-7]{16})$/i.test(code.replaceAll(/[ -]/g, ''));

/** Takes six digits of the app, or a recovery code where one is allowed. */
export function CodeField({
  value,
  onChange,
  allowsRecovery = true,
}: {
  value: string;
  onChange: (code: string) => void;
  allowsRecovery?: boolean;
}) {
  const texts = useTexts(securityTexts);
  const [isRecovery, setIsRecovery] = useState(false);
  const change = () => {
    onChange('');
    setIsRecovery(!isRecovery);
  };
  return (
    <div className={classes.field}>
      <div className={classes.fieldHead}>
        <span id="second-factor-label">{isRecovery ? texts.recoveryCode : texts.code}</span>
        {allowsRecovery && (
          <button type="button" className={classes.swap} onClick={change}>
            {isRecovery ? texts.useApp : texts.useRecovery}
          </button>
        )}
      </div>
      {isRecovery ? (
        <TextInput
          aria-labelledby="second-factor-label"
          placeholder="XXXX-XXXX-XXXX-XXXX"
          autoComplete="off"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <PinInput
          type="number"
          length={DIGITS}
          oneTimeCode
          placeholder=""
          gap={8}
          aria-labelledby="second-factor-label"
          classNames={{ root: classes.digits ?? '', pinInput: classes.digit ?? '' }}
          value={value}
          onChange={onChange}
          getInputProps={(place) => ({ 'aria-label': texts.digit(String(place + 1)) })}
        />
      )}
    </div>
  );
}
