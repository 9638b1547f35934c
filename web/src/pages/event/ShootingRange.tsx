import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Event, EventProgress, Shoot } from '../../data/generated/api.ts';
import { logIn, useSession } from '../../data/session.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { PlayTick } from '../../shared/fairness/PlayTick.tsx';
import { RefusalKept } from '../../shared/fairness/RefusalKept.tsx';
import { playLink } from '../../shared/fairness/verify-link.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { HashLine } from '../../shared/parts/HashLine.tsx';
import { SoundSwitch } from '../../shared/play/SoundSwitch.tsx';
import { WonCard } from '../../shared/play/WonCard.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { PrizeTable } from './PrizeTable.tsx';
import classes from './ShootingRange.module.css';
import { Targets } from './Targets.tsx';
import { eventErrors, texts } from './texts.ts';
import { useShot } from './use-shot.ts';

/** Chests to shoot at, with what a shot can hit and how likely that is. */
export function ShootingRange({ event, progress }: { event: Event; progress: EventProgress | null }) {
  const words = useTexts(texts);
  const errors = useTexts(eventErrors);
  const { number } = useFormat();
  const { user, isLoading } = useSession();
  const [chosen, setChosen] = useState<Shoot | null>(event.shoots[0] ?? null);
  const { phase, shoot, hit } = useShot(event, progress, user?.id ?? null);
  if (chosen === null) return null;
  const isBusy = phase.name === 'asking' || phase.name === 'flying';
  const price = chosen.ticketPrice;
  const hasTokens = (progress?.tickets ?? 0) >= price;
  return (
    <div className={classes.columns}>
      <section className={classes.range}>
        <header className={classes.head}>
          <h2>{words.range.title}</h2>
          <span className={classes.lead}>{words.range.lead}</span>
          <span className={classes.hash}>
            {user !== null && (
              <HashLine hash={progress?.nextShot?.serverSeedHash ?? null} state="before" label={words.range.next} />
            )}
            <SoundSwitch />
          </span>
        </header>
        <Targets
          shoots={event.shoots}
          chosen={price}
          shotId={phase.name === 'flying' ? phase.shot.id : null}
          isBusy={isBusy}
          onChoose={setChosen}
          onHit={hit}
        />
        {user === null && !isLoading ? (
          <Button size="lg" fullWidth leftSection={<Icon name="user" />} onClick={() => logIn()}>
            {words.logIn}
          </Button>
        ) : (
          <Button
            size="lg"
            fullWidth
            loading={isBusy}
            disabled={!hasTokens || chosen.isPaused || progress?.nextShot == null}
            onClick={() => void shoot(price)}
          >
            {words.range.shoot(number(price))}
          </Button>
        )}
        <p className={classes.note}>
          {chosen.isPaused ? words.range.paused : progress !== null && !hasTokens ? words.range.tooFew : ' '}
        </p>
        <ErrorLine error={phase.name === 'failed' ? phase.error : null} texts={errors} />
        {phase.name === 'failed' && <RefusalKept />}
        {phase.name === 'shown' && (
          <WonCard
            item={phase.shot.item}
            chancePercent={phase.shot.chancePercent}
            roll={phase.shot.roll}
            nonce={phase.shot.nonce}
            tick={<PlayTick check={phase.check} link={playLink('shot', phase.shot, phase.check)} />}
            actions={
              <Button component={Link} to="/inventario" variant="default" leftSection={<Icon name="bag" />}>
                {words.inventory}
              </Button>
            }
          />
        )}
      </section>
      <PrizeTable shoot={chosen} />
    </div>
  );
}
