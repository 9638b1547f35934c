import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LanguageSwitch } from '../../app/shell/LanguageSwitch.tsx';
import { useSession } from '../../data/session.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Logo } from '../../shared/icons/Logo.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { useLogOutHere } from '../../shared/security/use-log-out-here.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { CONSOLE_ENTRIES, CONSOLE_GROUPS } from '../console-nav.ts';
import { consoleTexts } from '../texts.ts';
import { EntryCount } from './QueueCount.tsx';
import classes from './Sidebar.module.css';

/** Pages stand in groups with the counts of their queues; the user stands at the foot. */
export function Sidebar() {
  const texts = useTexts(consoleTexts);
  return (
    <nav className={classes.sidebar} aria-label={texts.navigation}>
      <div className={classes.head}>
        <Logo />
        <span className={classes.console}>{texts.console}</span>
      </div>
      <div className={classes.nav}>
        {CONSOLE_GROUPS.map((group) => {
          const entries = CONSOLE_ENTRIES.filter((entry) => entry.group === group);
          if (entries.length === 0) return null;
          return (
            <div key={group} className={classes.group}>
              {group !== 'overview' && <span className={classes.groupName}>{texts.groups[group]}</span>}
              {entries.map((entry) => (
                <Link
                  key={entry.to}
                  to={entry.to}
                  className={classes.entry}
                  activeOptions={{ exact: entry.isExact === true, includeSearch: false }}
                >
                  <Icon name={entry.icon} size={16} />
                  <span className={classes.name}>{texts.nav[entry.text]}</span>
                  <EntryCount entry={entry} />
                </Link>
              ))}
            </div>
          );
        })}
      </div>
      <Foot />
    </nav>
  );
}

function Foot() {
  const texts = useTexts(consoleTexts);
  const logOut = useLogOutHere();
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className={classes.foot}>
      <LanguageSwitch />
      <Menu width={220} position="top-start">
        <Menu.Target>
          <button type="button" className={classes.account}>
            <Avatar name={user.username} url={user.avatarUrl} size={32} />
            <span className={classes.who}>
              <strong>{user.username}</strong>
              <small>{texts.administrator}</small>
            </span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to="/" leftSection={<Icon name="external" />}>
            {texts.toSite}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="logOut" />} onClick={logOut}>
            {texts.logOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
