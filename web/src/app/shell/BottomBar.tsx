import { Link, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { entriesOf, isWithin, type NavEntry } from '../nav.ts';
import classes from './BottomBar.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { shellTexts } from './texts.ts';

const MORE = 'more-pages';

/** Telephones have this navigation, for visitors too. Further entries stand behind the last one. */
export function BottomBar() {
  const texts = useTexts(shellTexts);
  const { pathname } = useLocation();
  const more = useRef<HTMLDivElement>(null);
  const isBehind = entriesOf('more').some((entry) => entry.to === pathname || isWithin(entry, pathname));
  return (
    <nav className={classes.bar} aria-label={texts.navigation}>
      {entriesOf('bottom').map((entry) => (
        <Entry key={entry.to} entry={entry} />
      ))}
      <button type="button" className={classes.entry} data-current={isBehind || undefined} popoverTarget={MORE}>
        <Icon name="more" size={20} />
        {texts.more}
      </button>
      <div ref={more} id={MORE} popover="auto" className={classes.more}>
        {entriesOf('more').map((entry) => (
          <Entry key={entry.to} entry={entry} onClick={() => more.current?.hidePopover()} />
        ))}
        <span className={classes.language}>
          {texts.language}
          <LanguageSwitch />
        </span>
      </div>
    </nav>
  );
}

function Entry({ entry, onClick }: { entry: NavEntry; onClick?: () => void }) {
  const texts = useTexts(shellTexts);
  const { pathname } = useLocation();
  return (
    <Link
      to={entry.to}
      className={classes.entry}
      aria-current={isWithin(entry, pathname)}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={onClick}
    >
      <Icon name={entry.icon} size={20} />
      {texts.nav[entry.text]}
    </Link>
  );
}
