import { Button, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { logIn, useSession } from '../../data/session.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Logo } from '../../shared/icons/Logo.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { Skeleton } from '../../shared/states/Loading.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { NAV_ENTRIES } from '../nav.ts';
import { AccountMenu } from './AccountMenu.tsx';
import classes from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { NotificationBell } from './NotificationBell.tsx';
import { shellTexts } from './texts.ts';

export function Header() {
  const texts = useTexts(shellTexts);
  const { limitsReached, exclusion } = useSession().session;
  const isLimited = limitsReached.length > 0 || exclusion !== null;
  return (
    <header className={classes.header}>
      <Link to="/" aria-label={texts.home} className={classes.logo}>
        <Logo />
      </Link>
      <nav className={classes.nav} aria-label={texts.navigation}>
        {NAV_ENTRIES.filter(({ places }) => places.includes('header')).map(({ to, icon, text }) => (
          <Link key={to} to={to} className={classes.entry} activeOptions={{ exact: true, includeSearch: false }}>
            <Icon name={icon} />
            {texts.nav[text]}
          </Link>
        ))}
      </nav>
      <div className={classes.right}>
        <Tooltip label={texts.responsibleHint} multiline w={260} withArrow>
          <Link to="/carteira" search={{ aba: 'limites' } as never} className={classes.adults} data-limited={isLimited}>
            <span className={classes.long}>{texts.responsibleLong}</span>
            <span className={classes.short}>{texts.responsible}</span>
          </Link>
        </Tooltip>
        <LanguageSwitch />
        <Account />
      </div>
    </header>
  );
}

function Account() {
  const texts = useTexts(shellTexts);
  const { session, user, isLoading } = useSession();
  if (isLoading) return <Skeleton height={42} width={180} />;
  if (user === null) {
    return (
      <Button leftSection={<Icon name="user" />} onClick={() => logIn()}>
        {texts.logIn}
      </Button>
    );
  }
  return (
    <>
      <NotificationBell />
      <span className={classes.balance}>
        <span className={classes.purse}>
          <Icon name="wallet" size={17} label={texts.balance} />
        </span>
        <strong>
          <Money cents={session.balanceCents ?? '0'} />
        </strong>
        <Link to="/carteira" className={classes.deposit} aria-label={texts.deposit}>
          <Icon name="plus" size={16} />
        </Link>
      </span>
      <AccountMenu user={user} />
    </>
  );
}
