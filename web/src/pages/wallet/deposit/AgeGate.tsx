import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../data/queries.ts';
import { updateSession } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './deposit.module.css';
import { texts as allTexts } from './texts.ts';

/** Asked once, before the first deposit. */
export function AgeGate() {
  const texts = useTexts(allTexts).age;
  const [isAdult, setIsAdult] = useState(false);
  const confirm = useAction('PUT /user/age-confirmation', ['GET /user/limits', 'GET /payment/allowance']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(
      { body: { isAdult: true } },
      { onSuccess: ({ ageConfirmedAt }) => updateSession({ ageConfirmedAt }) },
    );
  };
  return (
    <Panel>
      <form className={classes.age} onSubmit={submit}>
        <span className={classes.eighteen} aria-hidden="true">
          18+
        </span>
        <h2>{texts.title}</h2>
        <p>{texts.why}</p>
        <Checkbox
          checked={isAdult}
          onChange={({ currentTarget }) => setIsAdult(currentTarget.checked)}
          label={texts.check}
          classNames={{ root: classes.check ?? '' }}
        />
        <Button type="submit" disabled={!isAdult} loading={confirm.isPending}>
          {texts.confirm}
        </Button>
        <ErrorLine error={confirm.error} />
      </form>
    </Panel>
  );
}
