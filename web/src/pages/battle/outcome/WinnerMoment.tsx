import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import type { Battle } from '../../../shared/battles/battle.ts';
import { SeatAvatar } from '../../../shared/battles/SeatAvatar.tsx';
import { gameLink } from '../../../shared/fairness/verify-link.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { useCountUp } from '../../../shared/play/use-count-up.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { ShareButton } from '../ArenaHead.tsx';
import { RecreateButton } from '../RecreateButton.tsx';
import { texts as pageTexts } from '../texts.ts';
import { Confetti } from './Confetti.tsx';
import { namesOf, winnersOf } from './outcome.ts';
import classes from './WinnerMoment.module.css';

/** Shows the winner and the sum, then the next actions. */
export function WinnerMoment({ battle, items, onReplay }: { battle: Battle; items: number; onReplay: () => void }) {
  const { user } = useSession();
  const winners = winnersOf(battle);
  const isShared = battle.mode === 'SHARED';
  const faces = isShared ? battle.seats : winners;
  const mine = battle.seats.find((seat) => user !== null && seat.user?.id === user.id);
  const sum = isShared ? ((mine ?? battle.seats[0])?.paidCents ?? '0') : (battle.result?.potCents ?? '0');
  const hasWon = mine?.isWinner === true;
  return (
    <section className={classes.moment} data-mine={hasWon}>
      <div className={classes.rays} aria-hidden="true" />
      {(hasWon || mine === undefined) && <Confetti />}
      <div className={classes.faces}>
        {faces.map((seat) => (
          <span key={seat.seat} className={classes.face} data-shared={isShared}>
            {!isShared && (
              <span className={classes.crown}>
                <Icon name="crown" size={30} />
              </span>
            )}
            <SeatAvatar seat={seat} size={isShared ? 64 : 96} />
          </span>
        ))}
      </div>
      <Words battle={battle} hasWon={hasWon} items={items} sum={sum} />
      <Acts battle={battle} onReplay={onReplay} />
    </section>
  );
}

function Words({ battle, hasWon, items, sum }: { battle: Battle; hasWon: boolean; items: number; sum: string }) {
  const texts = useTexts(pageTexts);
  const { number, plural, money, list } = useFormat();
  const winners = winnersOf(battle);
  const names = namesOf(winners);
  const isShared = battle.mode === 'SHARED';
  const title = isShared
    ? texts.potShared
    : hasWon && names.length === 1
      ? texts.youWon
      : names.length === 1
        ? texts.won(names[0] ?? '')
        : texts.teamWon(list(names));
  const count = plural(items, texts.items);
  const more = isShared ? texts.each : hasWon ? texts.itemsYours(count) : texts.itemsOf(count);
  const { roll } = battle.tieBreak;
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <CountedSum cents={sum} />
      <p className={classes.more}>
        {more} · {texts.entry} {money(battle.entryPriceCents)}
      </p>
      {!isShared && winners.every(({ isBot }) => isBot) && <p className={classes.more}>{texts.houseKeeps}</p>}
      {roll !== null && <p className={classes.more}>{texts.tieBroken(list(names), number(roll))}</p>}
    </>
  );
}

function CountedSum({ cents }: { cents: string }) {
  const [target, setTarget] = useState('0');
  useEffect(() => setTarget(cents), [cents]);
  const shown = useCountUp(target);
  return (
    <strong className={classes.sum}>
      <Money cents={shown} tone="gold" />
    </strong>
  );
}

function Acts({ battle, onReplay }: { battle: Battle; onReplay: () => void }) {
  const texts = useTexts(pageTexts);
  return (
    <div className={classes.acts}>
      <RecreateButton battle={battle} />
      <ShareButton battle={battle} />
      <Button
        variant="default"
        component={Link}
        {...gameLink('battle', battle.id, battle.invitationCode)}
        leftSection={<Icon name="shieldCheck" />}
      >
        {texts.verify}
      </Button>
      <Button variant="subtle" leftSection={<Icon name="history" />} onClick={onReplay}>
        {texts.replay}
      </Button>
    </div>
  );
}
