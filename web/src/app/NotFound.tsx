import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../shared/states/EmptyState.tsx';
import { sharedTexts, useTexts } from '../shared/texts/index.ts';

export function NotFound() {
  const texts = useTexts(sharedTexts);
  const button = (
    <Button component={Link} to="/">
      {texts.back}
    </Button>
  );
  return (
    <EmptyState icon="search" title={texts.states.notFound} isPage action={button}>
      {texts.states.notFoundHint}
    </EmptyState>
  );
}
