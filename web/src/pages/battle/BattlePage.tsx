import { Button } from '@mantine/core';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isApiError } from '../../data/api-error.ts';
import { logIn, useSession } from '../../data/session.ts';
import type { Battle } from '../../shared/battles/battle.ts';
import { revealRefused } from '../../shared/fairness/refused-plays.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { Skeleton, Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import classes from './BattlePage.module.css';
import { Cancelled } from './Cancelled.tsx';
import { Decided } from './Decided.tsx';
import { Lobby } from './Lobby.tsx';
import { texts as pageTexts } from './texts.ts';
import { useBattle } from './use-battle.ts';

/** Shows a battle from its first seat to its result; a finished one is public. */
export function BattlePage() {
  const { id } = useParams({ from: '/players/batalha/$id' });
  const { codigo } = useLocation().search as { codigo?: string | number };
  const { battle, needsAccount } = useBattle(id, codigo === undefined ? undefined : String(codigo));
  const { user } = useSession();
  const isRefused = isApiError(battle.error) && battle.error.status === 401 && user === null;
  if (needsAccount || isRefused) return <NeedsAccount id={id} />;
  return (
    <QueryState query={battle} loading={<Loading />}>
      {(shown) => <Shown battle={shown} />}
    </QueryState>
  );
}

function Shown({ battle }: { battle: Battle }) {
  const { user } = useSession();
  const userId = user?.id ?? null;
  useEffect(() => {
    if (userId !== null && battle.status === 'COMPLETED') void revealRefused(userId, revealedBy(battle));
  }, [userId, battle]);
  if (battle.status === 'CANCELLED') return <Cancelled battle={battle} />;
  if (battle.status === 'COMPLETED') return <Decided key={battle.id} battle={battle} />;
  return <Lobby battle={battle} />;
}

const revealedBy = ({ rounds, tieBreak: { serverSeedHash, serverSeed } }: Battle) => [
  ...rounds.flatMap(({ rolls }) => rolls),
  ...(serverSeed === null ? [] : [{ serverSeedHash, serverSeed }]),
];

function NeedsAccount({ id }: { id: string }) {
  const texts = useTexts(pageTexts);
  const { logIn: word } = useTexts(sharedTexts);
  const button = (
    <Button leftSection={<Icon name="user" />} onClick={() => logIn()}>
      {word}
    </Button>
  );
  return (
    <>
      <PageTitle title={texts.title(id)} />
      <EmptyState icon="eye" title={texts.needsAccountTitle} action={button}>
        {texts.needsAccount}
      </EmptyState>
    </>
  );
}

const Loading = () => (
  <div className={classes.loading}>
    <Skeleton height={42} width={320} />
    <Skeleton height={100} />
    <div className={classes.seats} data-count={4}>
      <Skeletons count={4} height={430} />
    </div>
  </div>
);
