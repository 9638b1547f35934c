import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLiveSession, useSession } from '../../data/session.ts';
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

const Messages = lazy(async () => ({ default: (await import('./Messages.tsx')).Messages }));

/** The shell surrounds every page for players: that of the route, or `children`. */
export function Shell({ children }: { children?: ReactNode }) {
  const texts = useTexts(shellTexts);
  const { pathname } = useLocation();
  useLiveSession();
  const hasMessages = useLiveMessages();
  const { user } = useSession();
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
        {children ?? <Outlet />}
      </main>
      <Footer />
      <BottomBar />
      {(hasMessages || user !== null) && (
        <Suspense>
          <Messages />
        </Suspense>
      )}
    </div>
  );
}
