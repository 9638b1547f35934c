import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '../icons/index.tsx';
import classes from './PageTabs.module.css';

export interface PageTab {
  /** As the address names it, behind `aba=`. */
  name: string;
  label: string;
  icon?: IconName;
}

/** Each tab has an address of its own; the first has that of the page. On telephones they scroll. */
export function PageTabs({
  label,
  tabs,
  current,
  side = false,
  keeps = {},
}: {
  label: string;
  tabs: readonly PageTab[];
  current: string;
  /** On desktops the tabs are a list at the side. */
  side?: boolean;
  /** These values of the address hold for all tabs, such as a range of days. */
  keeps?: Readonly<Record<string, string | undefined>>;
}) {
  return (
    <nav className={side ? classes.side : classes.tabs} aria-label={label}>
      {tabs.map((tab, place) => (
        <Link
          key={tab.name}
          to="."
          search={{ ...keeps, ...(place > 0 && { aba: tab.name }) } as never}
          resetScroll={false}
          className={classes.tab}
          data-active={tab.name === current || undefined}
          aria-current={tab.name === current ? 'page' : undefined}
          activeOptions={{ includeSearch: true, exact: true }}
        >
          {tab.icon !== undefined && <Icon name={tab.icon} />}
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
