import { Link } from '@tanstack/react-router';
import classes from '../../app/shell/BottomBar.module.css';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { CONSOLE_ENTRIES } from '../console-nav.ts';
import { consoleTexts } from '../texts.ts';
import own from './ConsoleBottomBar.module.css';
import { EntryCount } from './QueueCount.tsx';

/** On telephones: the queues and the alerts, which cannot wait for a desk. */
export function ConsoleBottomBar() {
  const texts = useTexts(consoleTexts);
  return (
    <nav className={classes.bar} aria-label={texts.phoneNavigation}>
      {CONSOLE_ENTRIES.filter(({ isOnPhones }) => isOnPhones === true).map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={classes.entry}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <span className={own.mark}>
            <Icon name={entry.icon} size={20} />
            <EntryCount entry={entry} />
          </span>
          {texts.shortNav[entry.text as keyof typeof texts.shortNav] ?? texts.nav[entry.text]}
        </Link>
      ))}
    </nav>
  );
}
