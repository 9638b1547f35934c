import { Link } from '@tanstack/react-router';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { NAV_ENTRIES } from '../nav.ts';
import classes from './BottomBar.module.css';
import { shellTexts } from './texts.ts';

/** The navigation of telephones. */
export function BottomBar() {
  const texts = useTexts(shellTexts);
  return (
    <nav className={classes.bar} aria-label={texts.navigation}>
      {NAV_ENTRIES.filter(({ places }) => places.includes('bottom')).map(({ to, icon, text }) => (
        <Link key={to} to={to} className={classes.entry} activeOptions={{ exact: true, includeSearch: false }}>
          <Icon name={icon} size={20} />
          {texts.nav[text]}
        </Link>
      ))}
    </nav>
  );
}
