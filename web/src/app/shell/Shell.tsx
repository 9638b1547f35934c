import { Outlet, useLocation } from '@tanstack/react-router';
import { useLiveSession } from '../../data/session.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { hasTicker } from '../nav.ts';
import { BottomBar } from './BottomBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { SessionEndedBar } from './SessionEndedBar.tsx';
import classes from './Shell.module.css';
import { Ticker } from './Ticker.tsx';
import { shellTexts } from './texts.ts';
import { useLiveMessages } from './use-live-messages.ts';

/** What surrounds every page. */
export function Shell() {
  const texts = useTexts(shellTexts);
  const { pathname } = useLocation();
  useLiveSession();
  useLiveMessages();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {texts.skipToContent}
      </a>
      <div className={classes.top}>
        <OfflineBar />
        <SessionEndedBar />
        <Header />
        {hasTicker(pathname) && <Ticker />}
      </div>
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <BottomBar />
    </div>
  );
}
