import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Battle, sizeOf } from '../../shared/battles/battle.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { texts as pageTexts } from './texts.ts';

/** To the creator, with everything as it was here. */
export function RecreateButton({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { money } = useFormat();
  return (
    <Button
      size="lg"
      component={Link}
      to="/batalhas/nova"
      search={recipeOf(battle) as never}
      leftSection={<Icon name="refresh" />}
    >
      {texts.recreate} · {money(battle.entryPriceCents)}
    </Button>
  );
}

function recipeOf(battle: Battle): Record<string, string> {
  const { mode, cases, seats, isPrivate, randomness } = battle;
  return {
    modo: mode,
    caixas: cases.map(({ caseId }) => caseId).join('-'),
    lugares: sizeOf(battle),
    ...(!seats.some(({ isBot }) => isBot) && { bots: 'nao' }),
    ...(isPrivate && { privada: 'sim' }),
    ...(randomness === 'drand' && { sorteio: 'drand' }),
  };
}
