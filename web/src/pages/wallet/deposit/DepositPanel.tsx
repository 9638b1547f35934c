import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PayableDeposit } from '../../../data/generated/api.ts';
import { useIsLive } from '../../../data/live.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useSession } from '../../../data/session.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon, type IconName } from '../../../shared/icons/index.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeleton } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './deposit.module.css';
import { texts as allTexts } from './texts.ts';
import { WaitingPanel } from './WaitingPanel.tsx';

/** Without a socket the bank's word is asked for now and then. */
const ASK_MS = 8_000;

/** It changes by itself when the deposit is paid. */
export function DepositPanel({ id, onAnother }: { id: string; onAnother: () => void }) {
  const texts = useTexts(allTexts);
  const isLive = useIsLive();
  const query = useQuery({
    ...apiQuery('GET /payment/deposits/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (isLive || state.data?.status !== 'PENDING' ? false : ASK_MS),
  });
  return (
    <QueryState query={query} loading={<Skeleton height={560} />}>
      {(deposit) => {
        const another = (
          <Button leftSection={<Icon name="refresh" />} onClick={onAnother}>
            {texts.done.again}
          </Button>
        );
        switch (deposit.status) {
          case 'CONFIRMED':
            return <Confirmed deposit={deposit} onAnother={onAnother} />;
          case 'EXPIRED':
            return <Over icon="clock" title={texts.expired.title} hint={texts.expired.hint} action={another} />;
          case 'REJECTED':
            return <Over icon="alert" title={texts.rejected.title} hint={texts.rejected.hint} action={another} />;
          case 'PENDING':
            return <WaitingPanel deposit={deposit} onCheck={() => query.refetch()} checkedAt={query.dataUpdatedAt} />;
        }
      }}
    </QueryState>
  );
}

function Confirmed({ deposit, onAnother }: { deposit: PayableDeposit; onAnother: () => void }) {
  const texts = useTexts(allTexts).done;
  const { money } = useFormat();
  const { session } = useSession();
  return (
    <Panel tone="accent">
      <div className={classes.done} aria-live="polite">
        <span className={classes.tick}>
          <Icon name="check" size={34} />
        </span>
        <h2>{texts.title}</h2>
        <p className={classes.sum}>
          <Money cents={deposit.creditedCents ?? deposit.amountCents} signed />
        </p>
        <p>{texts.credited(money(deposit.creditedCents ?? deposit.amountCents))}</p>
        <p className={classes.balance}>
          {texts.balance} <Money cents={session.balanceCents ?? '0'} />
        </p>
        <div className={classes.buttons}>
          <Button component={Link} to="/" leftSection={<Icon name="box" />}>
            {texts.play}
          </Button>
          <Button variant="default" onClick={onAnother}>
            {texts.again}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Over({ icon, title, hint, action }: { icon: IconName; title: string; hint: string; action: ReactNode }) {
  return (
    <Panel>
      <EmptyState icon={icon} title={title} action={action}>
        {hint}
      </EmptyState>
    </Panel>
  );
}
