import { logIn, useSessionEnd } from '../../data/session.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Shell.module.css';
import { shellTexts } from './texts.ts';

/**
 * It stands above every page once the session is over: a new login continues at the same place. A closed account is
 * told that it is closed.
 */
export function SessionEndedBar() {
  const texts = useTexts(shellTexts);
  const end = useSessionEnd();
  if (end === null) return null;
  if (end === 'CLOSED') {
    return (
      <div className={classes.offline} role="alert">
        <Icon name="check" size={16} />
        {texts.accountClosed}
      </div>
    );
  }
  return (
    <div className={classes.offline} role="alert">
      <Icon name="lock" size={16} />
      {texts.sessionEnded}
      <button type="button" className={classes.barButton} onClick={() => logIn()}>
        {texts.logIn}
      </button>
    </div>
  );
}
