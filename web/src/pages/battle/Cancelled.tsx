import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Battle } from '../../shared/battles/battle.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { ArenaHead } from './ArenaHead.tsx';
import { texts as pageTexts } from './texts.ts';

/** It was not filled in time, or was called off: what was paid is back. */
export function Cancelled({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const button = (
    <Button component={Link} to="/batalhas/nova">
      {texts.create}
    </Button>
  );
  return (
    <>
      <ArenaHead battle={battle} state={<Badge tone="amber">{texts.cancelled}</Badge>} />
      <EmptyState icon="swords" title={texts.cancelledTitle} action={button}>
        {texts.cancelledHint}
      </EmptyState>
    </>
  );
}
