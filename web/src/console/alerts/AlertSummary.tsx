import type { Alert } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { AlertHead } from './AlertHead.tsx';
import classes from './alerts.module.css';
import { PlaceLink } from './PlaceLink.tsx';
import { alertTexts } from './texts.ts';
import { useAlertWords } from './use-alert-words.ts';

export function AlertSummary({ alert }: { alert: Alert }) {
  const texts = useTexts(alertTexts);
  const { ago } = useFormat();
  const { meaning } = useAlertWords(alert);
  const { acknowledgedAt, acknowledgedBy, acknowledgedReason } = alert;
  return (
    <article className={classes.summary}>
      <AlertHead alert={alert} />
      <div className={classes.words}>
        <p>{meaning ?? alert.message}</p>
        {acknowledgedAt !== null && acknowledgedBy !== null && (
          <p className={classes.known}>
            <Icon name="eye" size={15} />
            {texts.acknowledgedBy(texts.administrator(acknowledgedBy), ago(acknowledgedAt))}: “{acknowledgedReason}”
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        <PlaceLink kind={alert.kind} />
      </div>
    </article>
  );
}
