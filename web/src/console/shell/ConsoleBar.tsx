import { useLocation } from '@tanstack/react-router';
import { useIsLive } from '../../data/live.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { entryAt } from '../console-nav.ts';
import { consoleTexts } from '../texts.ts';
import classes from './ConsoleBar.module.css';
import { ConsoleSearch } from './ConsoleSearch.tsx';

/** Above each page: where one is, one search over everything, and whether what is shown comes in live. */
export function ConsoleBar({ onMenu }: { onMenu: () => void }) {
  const texts = useTexts(consoleTexts);
  const entry = entryAt(useLocation().pathname);
  const isLive = useIsLive();
  return (
    <header className={classes.bar}>
      <button type="button" className={classes.menu} aria-label={texts.menu} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      {entry !== undefined && (
        <p className={classes.place}>
          {entry.group !== 'overview' && (
            <span className={classes.group}>
              {texts.groups[entry.group]} <Icon name="chevronRight" size={14} />
            </span>
          )}
          <strong>{texts.nav[entry.text]}</strong>
        </p>
      )}
      <div className={classes.search}>
        <ConsoleSearch />
      </div>
      <span className={classes.live} data-live={isLive}>
        {isLive ? texts.live : texts.notLive}
      </span>
    </header>
  );
}
