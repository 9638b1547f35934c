import { useLocation } from '@tanstack/react-router';
import { useLive, useWhenLive } from '../../data/live.ts';
import { invalidateSoon } from '../../data/queries.ts';
import { refreshSession } from '../../data/session.ts';
import { PageTabs } from '../../shared/parts/PageTabs.tsx';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { ForPlayers } from '../../shared/states/ForPlayers.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { DepositTab } from './deposit/DepositTab.tsx';
import { LimitsTab } from './limits/LimitsTab.tsx';
import { StatementTab } from './statement/StatementTab.tsx';
import { texts } from './texts.ts';
import { WithdrawTab } from './withdraw/WithdrawTab.tsx';

const TABS = { depositar: DepositTab, sacar: WithdrawTab, extrato: StatementTab, limites: LimitsTab } as const;
type TabName = keyof typeof TABS;
const NAMES = Object.keys(TABS) as TabName[];

export function WalletPage() {
  const { title, why, tabs, ...names } = useTexts(texts);
  const { aba } = useLocation().search as { aba?: string };
  const current = NAMES.find((name) => name === aba) ?? 'depositar';
  const Tab = TABS[current];
  return (
    <>
      <PageTitle title={title} />
      <ForPlayers title={title} why={why}>
        <LiveMoney />
        <PageTabs label={tabs} current={current} tabs={NAMES.map((name) => ({ name, label: names[name] }))} />
        <Tab />
      </ForPlayers>
    </>
  );
}

/** All parts show movements of money and notifications about them at once. */
function LiveMoney() {
  const refresh = () =>
    invalidateSoon(
      'GET /payment/deposits',
      'GET /payment/deposits/{id}',
      'GET /payment/allowance',
      'GET /payment/withdrawals',
      'GET /payment/transactions',
      'GET /payment/2fa',
      'GET /user/limits',
    );
  useLive('deposit:confirmed', refresh);
  useLive('deposit:expired', refresh);
  useLive('balance:updated', refresh);
  useLive('notification', refresh);
  // A Pix may be paid before the socket is there, and once it is there nobody asks for deposits any more.
  useWhenLive(() => {
    refresh();
    void refreshSession();
  });
  return null;
}
