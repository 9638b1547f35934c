import type { Alert } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './alerts.module.css';
import { alertTexts } from './texts.ts';
import { useAlertWords } from './use-alert-words.ts';

/** Its level, code, age and name. */
export function AlertHead({ alert: { level, kind, title, count, createdAt, lastRaisedAt } }: { alert: Alert }) {
  const texts = useTexts(alertTexts);
  const { ago, plural } = useFormat();
  const words = useAlertWords({ kind, title });
  return (
    <header className={classes.head} data-level={level}>
      <span className={classes.icon}>
        <Icon name={level === 'INFO' ? 'info' : 'alert'} size={17} label={texts.levels[level]} />
      </span>
      <div className={classes.name}>
        <p className={classes.code}>
          <code>{kind}</code>
          <span>{count > 1 ? texts.raised(plural(count, texts.times), ago(lastRaisedAt)) : ago(createdAt)}</span>
        </p>
        <h2>{words.title}</h2>
      </div>
    </header>
  );
}
