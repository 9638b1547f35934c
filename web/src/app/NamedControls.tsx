import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { sharedTexts, useTexts } from '../shared/texts/index.ts';

/** What closes dialogs, sheets and messages has a name for who cannot see it, in the language that is chosen. */
export function NamedControls({ children }: { children: ReactNode }) {
  const { close } = useTexts(sharedTexts);
  const named = { defaultProps: { closeButtonProps: { 'aria-label': close } } };
  return (
    <MantineThemeProvider inherit theme={{ components: { Modal: named, Drawer: named, Notification: named } }}>
      {children}
    </MantineThemeProvider>
  );
}
