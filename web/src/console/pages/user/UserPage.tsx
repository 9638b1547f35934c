import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserDetail, UserRisk } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Avatar } from '../../../shared/parts/Avatar.tsx';
import { PageTabs } from '../../../shared/parts/PageTabs.tsx';
import { PageLoading } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { RiskBadge } from '../../parts/RiskPanel.tsx';
import { levelOf, reasonsOfUser } from '../../parts/risk.ts';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { type Result, ResultLine } from '../../queues/ResultLine.tsx';
import { USER_TONES, userWords } from '../../user-words.ts';
import { ActionDrawer } from './ActionDrawer.tsx';
import { Figures } from './Figures.tsx';
import { FraudTab } from './tabs/FraudTab.tsx';
import { InventoryTab } from './tabs/InventoryTab.tsx';
import { LedgerTab } from './tabs/LedgerTab.tsx';
import { LimitsPanel } from './tabs/LimitsPanel.tsx';
import { PlaysTab } from './tabs/PlaysTab.tsx';
import { SessionsPanel, SharedAddressesPanel } from './tabs/SessionsPanel.tsx';
import { SummaryTab } from './tabs/SummaryTab.tsx';
import { texts as ownTexts } from './texts.ts';
import { UserActions } from './UserActions.tsx';
import classes from './user.module.css';

const TABS = ['resumo', 'razao', 'inventario', 'jogadas', 'sessoes', 'fraude', 'limites'] as const;
type Tab = (typeof TABS)[number];

export function UserPage() {
  const { id } = useParams({ from: '/console/admin/usuarios/$id' });
  const user = useQuery(apiQuery('GET /admin/users/{id}', { params: { id } }));
  const risk = useQuery(apiQuery('GET /admin/users/{id}/risk', { params: { id } }));
  return (
    <QueryState query={user} loading={<PageLoading />}>
      {(found) => (
        <QueryState query={risk} loading={<PageLoading />}>
          {(known) => <Found user={found} risk={known} />}
        </QueryState>
      )}
    </QueryState>
  );
}

function Found({ user, risk }: { user: UserDetail; risk: UserRisk }) {
  const texts = useTexts(ownTexts);
  const { filters, setBeside } = useAddressFilters<{ aba: Tab; acao: string }>();
  const [result, setResult] = useState<Result | null>(null);
  const tab = TABS.find((each) => each === filters.aba) ?? 'resumo';
  return (
    <ConsolePage
      title={user.username}
      picture={<Avatar name={user.username} url={user.avatarUrl} size={52} />}
      lead={<UserLead user={user} risk={risk} />}
      actions={<UserActions user={user} onChoose={(acao) => setBeside({ acao })} />}
    >
      <Figures user={user} risk={risk} />
      <ResultLine result={result} />
      <PageTabs label={texts.tabsLabel} current={tab} tabs={TABS.map((name) => ({ name, label: texts.tabs[name] }))} />
      <TabContent tab={tab} user={user} risk={risk} />
      <ActionDrawer
        action={filters.acao}
        user={user}
        onClose={() => setBeside({ acao: undefined })}
        onDone={(done) => {
          setResult(done);
          setBeside({ acao: undefined });
        }}
      />
    </ConsolePage>
  );
}

function UserLead({ user, risk }: { user: UserDetail; risk: UserRisk }) {
  const texts = useTexts(ownTexts);
  const words = useTexts(userWords);
  const { date, ago } = useFormat();
  return (
    <>
      <p>{texts.about(user.id, user.platformId, date(user.createdAt), ago(user.lastActiveAt))}</p>
      <p className={classes.badges}>
        <StatusBadge tone={USER_TONES[user.status]}>{words.statuses[user.status]}</StatusBadge>
        {user.role === 'ADMIN' && <StatusBadge tone="blue">{words.roles.ADMIN}</StatusBadge>}
        <RiskBadge level={levelOf(reasonsOfUser(risk, Date.now()))} />
        <AuditLink entity={{ type: 'user', id: user.id }} isShort />
      </p>
    </>
  );
}

function TabContent({ tab, user, risk }: { tab: Tab; user: UserDetail; risk: UserRisk }) {
  if (tab === 'razao') return <LedgerTab userId={user.id} />;
  if (tab === 'inventario') return <InventoryTab userId={user.id} />;
  if (tab === 'jogadas') return <PlaysTab userId={user.id} plays={risk.plays} />;
  if (tab === 'fraude') return <FraudTab risk={risk} />;
  if (tab === 'limites') return <LimitsPanel protection={risk.protection} />;
  if (tab === 'sessoes') {
    return (
      <div className={classes.columns}>
        <SessionsPanel sessions={risk.sessions} />
        <SharedAddressesPanel shared={risk.sharedAddresses} />
      </div>
    );
  }
  return <SummaryTab user={user} risk={risk} />;
}
