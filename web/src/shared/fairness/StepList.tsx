import type { VerificationStep } from '@lisura/fairness';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './StepList.module.css';
import { stepTexts } from './step-texts.ts';

/** Each step says what was done, what came out, and whether that equals the record. */
export function StepList({ steps }: { steps: readonly VerificationStep[] }) {
  const names: Readonly<Record<string, readonly string[]>> = useTexts(stepTexts);
  const { verified } = useTexts(sharedTexts);
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => {
        const [title = step.name, explanation = step.explanation] = names[step.name] ?? [];
        return (
          // Names come twice in a game of many rolls; the order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={classes.step} data-ok={step.ok}>
            <span className={classes.mark}>
              <Icon name={step.ok ? 'check' : 'x'} size={16} label={step.ok ? verified.right : verified.wrong} />
            </span>
            <div className={classes.words}>
              <strong>{title}</strong>
              <span>{explanation}</span>
              <code>{step.computed}</code>
              {!step.ok && step.expected !== null && (
                <span className={classes.expected}>
                  {verified.expected} <code>{step.expected}</code>
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
