import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Exclusion } from '../../../data/generated/api.ts';
import { useAction } from '../../../data/queries.ts';
import { refreshSession } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { ConfirmDialog } from '../../../shared/parts/ConfirmDialog.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useFocusBack } from '../../../shared/parts/use-focus-back.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './limits.module.css';
import { bodyOf, EXCLUSIONS, endOf, PAUSES, type Stop } from './stops.ts';
import { texts as allTexts } from './texts.ts';

/** A pause or an exclusion must be chosen, read and confirmed. A running one can only be lengthened. */
export function StopPanel({ running }: { running: Exclusion | null }) {
  const texts = useTexts(allTexts).stop;
  const { dateTime } = useFormat();
  const [chosen, setChosen] = useState<Stop | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const length = useLength();
  const isLater = (stop: Stop) => running === null || endOf(stop, new Date()) > new Date(running.until);
  const choices = (stops: readonly Stop[], label: string) => (
    <fieldset className={classes.choices}>
      <legend className="visually-hidden">{label}</legend>
      {stops.map((stop) => (
        <button
          key={length(stop)}
          type="button"
          aria-pressed={chosen === stop}
          disabled={!isLater(stop)}
          onClick={() => setChosen(stop)}
        >
          {length(stop)}
        </button>
      ))}
    </fieldset>
  );
  return (
    <Panel title={texts.title}>
      <p className={classes.means}>{texts.means}</p>
      <h3 className={classes.choiceTitle}>{texts.pause}</h3>
      <p className={classes.means}>{texts.pauseMeans}</p>
      {choices(PAUSES, texts.pause)}
      <h3 className={classes.choiceTitle}>{texts.exclusion}</h3>
      <p className={classes.means}>{texts.exclusionMeans}</p>
      {choices(EXCLUSIONS, texts.exclusion)}
      <p className={classes.warning}>
        <Icon name="lock" />
        {chosen === null ? texts.choose : texts.until(dateTime(endOf(chosen, new Date())))}
      </p>
      <Button fullWidth size="lg" variant="white" disabled={chosen === null} onClick={() => setIsAsking(true)}>
        {chosen === null
          ? texts.button
          : chosen.kind === 'PAUSE'
            ? texts.pauseButton(length(chosen))
            : texts.excludeButton(length(chosen))}
      </Button>
      <p className={classes.help}>{texts.help}</p>
      {chosen !== null && isAsking && (
        <AskOnceMore
          stop={chosen}
          onClose={(isDone) => {
            setIsAsking(false);
            if (isDone) setChosen(null);
          }}
        />
      )}
    </Panel>
  );
}

/** Writes a length such as `7 dias`, `6 meses` or `5 anos`. */
function useLength(): (stop: Stop) => string {
  const texts = useTexts(allTexts).stop;
  const { plural } = useFormat();
  return ({ kind, days, months }) => {
    if (kind === 'PAUSE') return plural(days, texts.days);
    return months > 12 ? plural(months / 12, texts.years) : plural(months, texts.months);
  };
}

function AskOnceMore({ stop, onClose }: { stop: Stop; onClose: (isDone: boolean) => void }) {
  const { stop: texts, errors } = useTexts(allTexts);
  const { dateTime } = useFormat();
  const [isUnderstood, setIsUnderstood] = useState(false);
  useFocusBack();
  const exclude = useAction('POST /user/self-exclusion', ['GET /user/limits', 'GET /payment/allowance']);
  const begin = () =>
    exclude.mutate(
      { body: bodyOf(stop) },
      {
        onSuccess: () => {
          refreshSession();
          onClose(true);
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title={texts.confirmTitle}
      confirmLabel={texts.confirm}
      isBusy={exclude.isPending}
      isReady={isUnderstood}
      onConfirm={begin}
      onClose={() => onClose(false)}
    >
      <div className={classes.dialog}>
        <p>{texts.confirmHint(dateTime(endOf(stop, new Date())))}</p>
        <Checkbox
          label={texts.understood}
          checked={isUnderstood}
          onChange={({ currentTarget }) => setIsUnderstood(currentTarget.checked)}
        />
        <ErrorLine error={exclude.error} texts={errors} />
      </div>
    </ConfirmDialog>
  );
}
