import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import type { User } from '../../data/generated/api.ts';
import { oneAtATime } from '../../data/one-at-a-time.ts';
import { invalidate } from '../../data/queries.ts';
import { logIn, refreshSessionUnlessLive, useSession } from '../../data/session.ts';
import { afterTheShow } from '../../data/spoilers.ts';
import { addBots } from '../../shared/battles/add-bots.ts';
import { type Battle, placesOf } from '../../shared/battles/battle.ts';
import { holdShow, releaseShow } from '../../shared/battles/show-hold.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { seedWith } from '../../shared/fairness/kept-seeds.ts';
import { RefusalKept } from '../../shared/fairness/RefusalKept.tsx';
import { playSeeded, USER_STREAM } from '../../shared/fairness/refused-plays.ts';
import { fetchNextRolls } from '../../shared/fairness/use-next-rolls.ts';
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

/** A battle waits for its last seat or for the public draw; every hash is shown before anybody pays. */
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

/** Two presses before the button is disabled ask for one seat. */
const join = oneAtATime(async (battle: Battle, user: User): Promise<void> => {
  const { id, invitationCode, cases } = battle;
  const shown = await fetchNextRolls(cases.length);
  const terms = { game: 'BATTLES', battleId: id } as const;
  await playSeeded(
    { userId: user.id, stream: USER_STREAM, terms, shown, count: cases.length, fresh: seedWith(user.clientSeed) },
    (clientSeed) =>
      call('POST /battles/{id}/join', {
        params: { id },
        body: { clientSeed, ...(invitationCode && { invitationCode }) },
      }),
  );
});
const fillWithBots = oneAtATime(addBots);

function LobbyActs({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { money, number } = useFormat();
  const { user } = useSession();
  const mySeat = user === null ? undefined : battle.seats.find((seat) => seat.user?.id === user.id);
  const free = battle.seatCount - battle.seats.length;
  const after = {
    onSuccess: async () => {
      await invalidate('GET /battles/{id}');
      afterTheShow(() => void refreshSessionUnlessLive());
    },
    onError: () => {
      releaseShow(battle.id);
      void invalidate('GET /battles/{id}');
    },
  };
  const entering = useMutation({ mutationFn: (player: User) => join(battle, player), ...after });
  const filling = useMutation({ mutationFn: (player: User) => fillWithBots(player.id, battle, free), ...after });
  const isPending = entering.isPending || filling.isPending;
  const enter = (player: User) => {
    if (free === 1) holdShow(battle.id);
    entering.mutate(player);
  };
  const fill = (player: User) => {
    holdShow(battle.id);
    filling.mutate(player);
  };
  return (
    <section className={classes.acts}>
      <div className={classes.actWords}>
        <p>{battle.isPaused ? texts.paused : mySeat === undefined ? texts.joinHint : texts.youAreIn}</p>
        <p>
          {texts.expires} <Countdown end={battle.expiresAt} onEnd={() => void invalidate('GET /battles/{id}')} />
          {mySeat?.seat === 1 && ` · ${texts.botsHint}`}
        </p>
        <ErrorLine error={entering.error ?? filling.error} texts={texts.errors} />
        {(entering.isError || filling.isError) && <RefusalKept />}
      </div>
      {user === null && (
        <Button size="lg" leftSection={<Icon name="user" />} onClick={() => logIn()}>
          {texts.logInToJoin}
        </Button>
      )}
      {user !== null && mySeat === undefined && (
        <Button size="lg" disabled={battle.isPaused} loading={isPending} onClick={() => enter(user)}>
          {texts.join(money(battle.entryPriceCents))}
        </Button>
      )}
      {mySeat !== undefined && <CopyButton value={addressOf(battle)} label={texts.invite} />}
      {user !== null && mySeat?.seat === 1 && (
        <Button size="lg" leftSection={<Icon name="robot" />} loading={isPending} onClick={() => fill(user)}>
          {free === 1 ? texts.addBots.one : texts.addBots.other(number(free))}
        </Button>
      )}
    </section>
  );
}
