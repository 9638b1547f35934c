import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MoneyWithdrawal } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useSession } from '../../../data/session.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { SecondFactorEnrolment } from '../../../shared/security/SecondFactorEnrolment.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeleton } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { ConfirmPanel } from './ConfirmPanel.tsx';
import { PastWithdrawals } from './PastWithdrawals.tsx';
import { ProgressPanel } from './ProgressPanel.tsx';
import { texts as allTexts } from './texts.ts';
import { useWithdraw } from './use-withdraw.ts';
import { WithdrawForm } from './WithdrawForm.tsx';
import classes from './withdraw.module.css';

const SHOWN = 20;
const UNDER_WAY: readonly MoneyWithdrawal['status'][] = ['AWAITING_CONFIRMATION', 'PENDING', 'APPROVED'];

/** The next step stands at the left, present and past withdrawals at the right. */
export function WithdrawTab() {
  const texts = useTexts(allTexts);
  const withdrawals = useQuery(apiQuery('GET /payment/withdrawals', { query: { limit: SHOWN } }));
  return (
    <QueryState query={withdrawals} loading={<Skeleton height={560} />}>
      {({ data }) => {
        const underWay = data.filter(({ status }) => UNDER_WAY.includes(status));
        const over = data.filter(({ status }) => !UNDER_WAY.includes(status));
        return (
          <div className={classes.layout}>
            <NextStep withdrawals={data} />
            <div className={classes.right}>
              {underWay.map((withdrawal) => (
                <ProgressPanel key={withdrawal.id} withdrawal={withdrawal} />
              ))}
              {over.length > 0 && <PastWithdrawals withdrawals={over} />}
              {data.length === 0 && (
                <Panel>
                  <EmptyState icon="upload" title={texts.none}>
                    {texts.noneHint}
                  </EmptyState>
                </Panel>
              )}
            </div>
          </div>
        );
      }}
    </QueryState>
  );
}

function NextStep({ withdrawals }: { withdrawals: readonly MoneyWithdrawal[] }) {
  const texts = useTexts(allTexts);
  const { money } = useFormat();
  const { session } = useSession();
  const factor = useQuery(apiQuery('GET /payment/2fa'));
  const [isEnrolling, setIsEnrolling] = useState(false);
  const withdrawing = useWithdraw();
  const awaiting = withdrawals.find(({ status }) => status === 'AWAITING_CONFIRMATION');
  if (!session.permissions.includes('WITHDRAW')) return <Panel tone="amber">{texts.suspended}</Panel>;
  if (session.debtCents !== null && session.debtCents !== '0') {
    return <Panel tone="amber">{texts.debt(money(session.debtCents))}</Panel>;
  }
  return (
    <QueryState query={factor} loading={<Skeleton height={560} />}>
      {({ enabled, withdrawalsWaitUntil }) => {
        if (!enabled || isEnrolling) {
          return (
            <Panel title={texts.factorTitle}>
              <SecondFactorEnrolment onBegin={() => setIsEnrolling(true)} onEnd={() => setIsEnrolling(false)} />
            </Panel>
          );
        }
        // While the form confirms what it has asked for, nobody else is to be asked for the code.
        if (awaiting !== undefined && !withdrawing.isSending) {
          return <ConfirmPanel key={awaiting.id} withdrawal={awaiting} firstFailure={withdrawing.failure} />;
        }
        return <WithdrawForm withdrawals={withdrawals} waitUntil={withdrawalsWaitUntil} withdrawing={withdrawing} />;
      }}
    </QueryState>
  );
}
