import { Button } from '@mantine/core';
import { useState } from 'react';
import { invalidate, useAction } from '../../data/queries.ts';
import { logIn, refreshSession, useSession } from '../../data/session.ts';
import { afterTheShow } from '../../data/spoilers.ts';
import { type Battle, placesOf } from '../../shared/battles/battle.ts';
import { holdShow, releaseShow } from '../../shared/battles/show-hold.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { newClientSeed, sentSeedOf } from '../../shared/fairness/client-seed.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { CopyButton } from '../../shared/parts/CopyButton.tsx';
import { Countdown } from '../../shared/parts/Countdown.tsx';
import { HashLine } from '../../shared/parts/HashLine.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { ArenaHead, addressOf } from './ArenaHead.tsx';
import { RoundStrip } from './arena/RoundStrip.tsx';
import { FreeSeat, SeatPanel } from './arena/SeatPanel.tsx';
import classes from './BattlePage.module.css';
import { PublicDraw } from './PublicDraw.tsx';
import { texts as pageTexts } from './texts.ts';

/** A battle that waits for its last seat, or for the public draw: every hash is shown before anybody pays. */
export function Lobby({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { user } = useSession();
  const isWaiting = battle.status === 'WAITING';
  return (
    <>
      <ArenaHead
        battle={battle}
        state={
          <Badge tone={isWaiting ? 'plain' : 'accent'} icon="clock">
            {isWaiting ? texts.waiting : texts.drawing}
          </Badge>
        }
      />
      <RoundStrip battle={battle} round={null} shown={0} />
      {isWaiting && <LobbyActs battle={battle} />}
      <PublicDraw battle={battle} />
      <div className={classes.seats} data-count={battle.seatCount}>
        {placesOf(battle.seats, battle.seatCount).map((seat, index) =>
          seat === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: The place is what it is.
            <FreeSeat key={index} battle={battle} seat={index + 1} />
          ) : (
            <SeatPanel
              key={seat.seat}
              battle={battle}
              seat={seat}
              isMe={user !== null && seat.user?.id === user.id}
              standing={null}
              hash={{ value: seat.serverSeedHashes[0] ?? null, nonce: seat.firstNonce, state: 'before' }}
            >
              {null}
            </SeatPanel>
          ),
        )}
      </div>
      {battle.mode !== 'SHARED' && (
        <p className={classes.under}>
          <HashLine hash={battle.tieBreak.serverSeedHash} state="before" label={texts.tieHash} />
        </p>
      )}
    </>
  );
}

function LobbyActs({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { money, number } = useFormat();
  const { user } = useSession();
  const join = useAction('POST /battles/{id}/join', ['GET /battles/{id}']);
  const bots = useAction('POST /battles/{id}/add-bots', ['GET /battles/{id}']);
  // Drawn once: who presses twice before the button is disabled asks for the same seat by the same seed.
  const [drawn] = useState(newClientSeed);
  const mySeat = user === null ? undefined : battle.seats.find((seat) => seat.user?.id === user.id);
  const free = battle.seatCount - battle.seats.length;
  const isPending = join.isPending || bots.isPending;
  const after = {
    onSuccess: () => afterTheShow(() => void refreshSession()),
    onError: () => {
      releaseShow(battle.id);
      void invalidate('GET /battles/{id}');
    },
  };
  const enter = () => {
    if (free === 1) holdShow(battle.id);
    const { invitationCode } = battle;
    join.mutate(
      { params: { id: battle.id }, body: { ...sentSeedOf(user, drawn), ...(invitationCode && { invitationCode }) } },
      after,
    );
  };
  const fill = () => {
    holdShow(battle.id);
    bots.mutate({ params: { id: battle.id }, body: { count: free, clientSeed: drawn } }, after);
  };
  return (
    <section className={classes.acts}>
      <div className={classes.actWords}>
        <p>{battle.isPaused ? texts.paused : mySeat === undefined ? texts.joinHint : texts.youAreIn}</p>
        <p>
          {texts.expires} <Countdown end={battle.expiresAt} onEnd={() => void invalidate('GET /battles/{id}')} />
          {mySeat?.seat === 1 && ` · ${texts.botsHint}`}
        </p>
        <ErrorLine error={join.error ?? bots.error} texts={texts.errors} />
      </div>
      {user === null && (
        <Button size="lg" leftSection={<Icon name="user" />} onClick={() => logIn()}>
          {texts.logInToJoin}
        </Button>
      )}
      {user !== null && mySeat === undefined && (
        <Button size="lg" disabled={battle.isPaused} loading={isPending} onClick={enter}>
          {texts.join(money(battle.entryPriceCents))}
        </Button>
      )}
      {mySeat !== undefined && <CopyButton value={addressOf(battle)} label={texts.invite} />}
      {mySeat?.seat === 1 && (
        <Button size="lg" leftSection={<Icon name="robot" />} loading={isPending} onClick={fill}>
          {free === 1 ? texts.addBots.one : texts.addBots.other(number(free))}
        </Button>
      )}
    </section>
  );
}
