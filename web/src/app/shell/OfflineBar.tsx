import { useNetwork } from '@mantine/hooks';
import { useIsServerLost } from '../../data/live.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Shell.module.css';
import { shellTexts } from './texts.ts';

/** It stands above every page while the browser has no connection or the server does not answer. */
export function OfflineBar() {
  const texts = useTexts(shellTexts);
  const { online } = useNetwork();
  const isServerLost = useIsServerLost();
  if (online && !isServerLost) return null;
  return (
    <div className={classes.offline} role="status">
      <Icon name="globe" size={16} />
      {texts.offline}
    </div>
  );
}
