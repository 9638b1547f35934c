import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../data/session.ts';
import { GameTick } from '../../../shared/fairness/GameTick.tsx';
import { gameLink } from '../../../shared/fairness/verify-link.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { WonCard } from '../../../shared/play/WonCard.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Raffle } from '../raffle.types.ts';
import { texts } from '../texts.ts';
import type { CheckedRaffle } from './check-raffle.ts';
import classes from './DrawOutcome.module.css';
import { PrizeTick } from './PrizeTick.tsx';
import { wonPrizesOf } from './use-draw-show.ts';

export function DrawOutcome({
  raffle,
  checked,
  onReplay,
}: {
  raffle: Raffle;
  checked: CheckedRaffle | null;
  onReplay: () => void;
}) {
  const { draw } = useTexts(texts);
  const { user } = useSession();
  const won = wonPrizesOf(raffle);
  const mine = won.find(({ winner }) => winner.id === user?.id);
  return (
    <>
      {mine !== undefined && (
        <WonCard
          item={mine.item}
          chancePercent={(((raffle.ownTickets ?? 0) / mine.eligibleTickets) * 100).toFixed(4)}
          roll={mine.roll}
          outOf={mine.eligibleTickets}
          nonce={mine.nonce}
          tick={<PrizeTick raffle={raffle} prize={mine} checked={checked} />}
          actions={
            <Button component={Link} to="/inventario" leftSection={<Icon name="bag" />}>
              {draw.inventory}
            </Button>
          }
        />
      )}
      <section className={classes.checked} data-wrong={checked?.verification.verdict === 'NOT VALID'}>
        <Verdict raffle={raffle} checked={checked} />
        {won.length > 0 && (
          <Button variant="subtle" leftSection={<Icon name="history" />} onClick={onReplay}>
            {draw.replay}
          </Button>
        )}
      </section>
    </>
  );
}

function Verdict({ raffle, checked }: { raffle: Raffle; checked: CheckedRaffle | null }) {
  const { draw, verify } = useTexts(texts);
  const link = gameLink('raffle', raffle.id);
  if (checked === null) return <span role="status">{draw.checking}</span>;
  if (checked.verification.verdict === 'NOT VALID') {
    return (
      <>
        <Badge tone="red" icon="alert">
          {draw.wrong}
        </Badge>
        <Button component={Link} {...link} variant="default" leftSection={<Icon name="shieldCheck" />}>
          {verify}
        </Button>
      </>
    );
  }
  return (
    <>
      <GameTick parts={checked.verification.parts} link={link} />
      <span className={classes.words}>{checked.hadSeen ? draw.checkedSeen : draw.checked}</span>
    </>
  );
}
