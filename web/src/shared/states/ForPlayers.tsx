import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { logIn, useSession } from '../../data/session.ts';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import { EmptyState } from './EmptyState.tsx';
import { PageLoading } from './Loading.tsx';

/** Shows a personal page to players who have logged in, and tells others why to log in. */
export function ForPlayers({ title, why, children }: { title: string; why: string; children: ReactNode }) {
  const texts = useTexts(sharedTexts);
  const { user, isLoading } = useSession();
  if (isLoading) return <PageLoading />;
  if (user !== null) return children;
  const button = (
    <Button leftSection={<Icon name="user" />} onClick={() => logIn()}>
      {texts.logIn}
    </Button>
  );
  return (
    <EmptyState icon="lock" title={title} isPage action={button}>
      {why}
    </EmptyState>
  );
}
