import { Button, Drawer } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Messages } from '../app/shell/Messages.tsx';
import { OfflineBar } from '../app/shell/OfflineBar.tsx';
import { useLiveMessages } from '../app/shell/use-live-messages.ts';
import { logIn, mayAdminister, useLiveSession, useSession } from '../data/session.ts';
import { EmptyState } from '../shared/states/EmptyState.tsx';
import { useTexts } from '../shared/texts/index.ts';
import classes from './ConsoleShell.module.css';
import { useLiveAlerts, useLiveQueues } from './data/queues.ts';
import { ConsoleBar } from './shell/ConsoleBar.tsx';
import { ConsoleBottomBar } from './shell/ConsoleBottomBar.tsx';
import { Sidebar } from './shell/Sidebar.tsx';
import { consoleTexts } from './texts.ts';

/** It surrounds every page of the console. A user who stops being an administrator sees no data any more. */
export function ConsoleShell() {
  const texts = useTexts(consoleTexts);
  const { session, user } = useSession();
  useLiveSession();
  useLiveMessages();
  useLiveQueues();
  useLiveAlerts();
  if (user === null || !mayAdminister(session)) {
    return (
      <main className={classes.ended}>
        <EmptyState
          icon="lock"
          title={texts.ended}
          isPage
          action={<Button onClick={() => logIn()}>{texts.logIn}</Button>}
        >
          {texts.endedHint}
        </EmptyState>
      </main>
    );
  }
  return <Frame />;
}

function Frame() {
  const texts = useTexts(consoleTexts);
  const { pathname } = useLocation();
  // The menu of telephones belongs to the page where it was opened: a link in it closes it.
  const [menuAt, setMenuAt] = useState<string | null>(null);
  return (
    <div className={classes.shell}>
      <div className={classes.side}>
        <Sidebar />
      </div>
      {menuAt === pathname && (
        <Drawer
          opened
          onClose={() => setMenuAt(null)}
          size={264}
          padding={0}
          withCloseButton={false}
          attributes={{ content: { 'aria-label': texts.navigation } }}
        >
          <Sidebar />
        </Drawer>
      )}
      <div className={classes.page}>
        <OfflineBar />
        <ConsoleBar onMenu={() => setMenuAt(pathname)} />
        <main id="content" className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <ConsoleBottomBar />
      <Messages />
    </div>
  );
}
