import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { sharedTexts, useTexts } from '../shared/texts/index.ts';

/** Buttons that close dialogs, sheets and messages have names for screen readers. */
export function NamedControls({ children }: { children: ReactNode }) {
  const { close } = useTexts(sharedTexts);
  const named = { defaultProps: { closeButtonProps: { 'aria-label': close } } };
  return (
    <MantineThemeProvider inherit theme={{ components: { Modal: named, Drawer: named, Notification: named } }}>
      {children}
    </MantineThemeProvider>
  );
}
