import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { logIn, useSession } from '../../data/session.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Logo } from '../../shared/icons/Logo.tsx';
import { Skeleton } from '../../shared/states/Loading.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { entriesOf, isWithin } from '../nav.ts';
import classes from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { shellTexts } from './texts.ts';

/** The place of the player's tools is kept free, about as wide, while they load. */
const TOOLS_WIDTH = 180;

export function Header() {
  const texts = useTexts(shellTexts);
  const { pathname } = useLocation();
  return (
    <header className={classes.header}>
      <Link to="/" aria-label={texts.home} className={classes.logo}>
        <Logo />
      </Link>
      <nav className={classes.nav} aria-label={texts.navigation}>
        {entriesOf('header').map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className={classes.entry}
            aria-current={isWithin(entry, pathname)}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            <Icon name={entry.icon} />
            {texts.nav[entry.text]}
          </Link>
        ))}
      </nav>
      <div className={classes.right}>
        <AdultsChip />
        <LanguageSwitch />
        <Account />
      </div>
    </header>
  );
}

const ResponsiblePlay = lazy(async () => ({
  default: (await import('../responsible-play/ResponsiblePlay.tsx')).ResponsiblePlay,
}));

/** It is always there, because it opens the protection of players. */
function AdultsChip() {
  const texts = useTexts(shellTexts);
  const { limitsReached, exclusion } = useSession().session;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.adults}
        data-limited={limitsReached.length > 0 || exclusion !== null}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span className={classes.long}>{texts.responsibleLong}</span>
        <span className={classes.short}>{texts.responsible}</span>
        <span className={classes.hint}>{texts.responsibleHint}</span>
      </button>
      {isOpen && (
        <Suspense>
          <ResponsiblePlay onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const PlayerTools = lazy(async () => ({ default: (await import('./PlayerTools.tsx')).PlayerTools }));

function Account() {
  const texts = useTexts(shellTexts);
  const { user, isLoading } = useSession();
  if (isLoading) return <Skeleton height={42} width={TOOLS_WIDTH} />;
  if (user === null) {
    return (
      <Button leftSection={<Icon name="user" />} onClick={() => logIn()}>
        {texts.logIn}
      </Button>
    );
  }
  return (
    <Suspense fallback={<Skeleton height={42} width={TOOLS_WIDTH} />}>
      <PlayerTools user={user} />
    </Suspense>
  );
}
