import { logIn, useHasSessionEnded } from '../../data/session.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Shell.module.css';
import { shellTexts } from './texts.ts';

/** Above every page once the session of who was here is over: they have to log in, and lose nothing of where they were. */
export function SessionEndedBar() {
  const texts = useTexts(shellTexts);
  if (!useHasSessionEnded()) return null;
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
