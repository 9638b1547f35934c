import { Textarea } from '@mantine/core';
import { type RefObject, useId } from 'react';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './DecisionForm.module.css';
import { partTexts } from './texts.ts';

const LONGEST_REASON = 500;

/** Ctrl and Enter send the chosen decision with this reason. */
export function ReasonField({
  ref,
  value,
  hint,
  isMissing,
  suggestions = [],
  isFirst = false,
  onChange,
  onSend,
}: {
  ref: RefObject<HTMLTextAreaElement | null>;
  value: string;
  hint: string;
  isMissing: boolean;
  suggestions?: readonly string[];
  /** A dialog gives it the keyboard when it opens. */
  isFirst?: boolean;
  onChange: (reason: string) => void;
  onSend: () => void;
}) {
  const texts = useTexts(partTexts);
  const { number } = useFormat();
  const label = useId();
  const add = (text: string) => {
    onChange((value === '' ? text : `${value} ${text}`).slice(0, LONGEST_REASON));
    ref.current?.focus();
  };
  return (
    <div>
      <div className={classes.reasonHead}>
        <label htmlFor={label}>
          <strong>{texts.reason}</strong> · {hint}
        </label>
        <span>{texts.reasonLength(number(value.length), number(LONGEST_REASON))}</span>
      </div>
      <Textarea
        id={label}
        ref={ref}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LONGEST_REASON}
        data-autofocus={isFirst || undefined}
        value={value}
        error={isMissing ? texts.reasonFirst : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && onSend()}
      />
      {suggestions.length > 0 && (
        <div className={classes.suggestions}>
          {suggestions.map((text) => (
            <button key={text} type="button" onClick={() => add(text)}>
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
