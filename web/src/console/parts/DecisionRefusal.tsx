import { useEffect, useRef } from 'react';
import { isApiError } from '../../data/api-error.ts';
import type { ErrorTexts } from '../../shared/errors/error-texts.ts';
import { CodeField } from '../../shared/security/CodeField.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './DecisionForm.module.css';
import { Refusal } from './Refusal.tsx';
import { partTexts } from './texts.ts';
import type { useFreshFactor } from './use-decision.ts';

/** Says why a decision was not carried out. A missing second factor is no refusal: it is asked for here. */
export function DecisionRefusal({
  decision: { state, code, setCode },
  errors,
}: {
  decision: Pick<ReturnType<typeof useFreshFactor>, 'state' | 'code' | 'setCode'>;
  errors?: ErrorTexts | undefined;
}) {
  const texts = useTexts(partTexts);
  const place = useRef<HTMLDivElement>(null);
  const hasWords = state.needsFactor || state.error !== null;
  useEffect(() => {
    // In a long form it would stand below what is in sight.
    if (hasWords) place.current?.scrollIntoView({ block: 'nearest' });
  }, [hasWords]);
  return (
    <div ref={place} className={classes.refusal}>
      {state.needsFactor && (
        <div className={classes.factor}>
          <p>{texts.factor}</p>
          <CodeField value={code} onChange={setCode} />
        </div>
      )}
      <Refusal error={isFactorWanted(state.error) ? null : state.error} {...(errors && { texts: errors })} />
    </div>
  );
}

const isFactorWanted = (error: unknown) => isApiError(error) && error.code === 'SECOND_FACTOR_NOT_FRESH';
