import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import type { ReviewedMoneyWithdrawal } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Money } from '../../../shared/parts/Money.tsx';
import { useReason, useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decision } from '../../parts/decision.types.ts';
import { RiskPanel } from '../../parts/RiskPanel.tsx';
import { reasonsOf } from '../../parts/risk.ts';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import type { QueueDrawer } from '../../queues/QueueScreen.tsx';
import { RecentTransfers } from '../../queues/RecentTransfers.tsx';
import { RecordDrawer } from '../../queues/RecordDrawer.tsx';
import { Facts, RecordHead } from '../../queues/RecordHead.tsx';
import { queueTexts } from '../../queues/texts.ts';
import { texts as ownTexts } from './texts.ts';
import { TONES } from './tones.ts';

const ENTITY = 'money-withdrawal';

export function WithdrawalDrawer({ withdrawal, given }: { withdrawal: ReviewedMoneyWithdrawal; given: QueueDrawer }) {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { plural, money } = useFormat();
  const { id, userId, username, amountCents, risk, debtCents, status } = withdrawal;
  const what = texts.what(id, money(amountCents));
  const entity = { type: ENTITY, id };
  const [endToEndId, setEndToEndId] = useState('');
  const decisions = useDecisions(withdrawal, endToEndId.trim());
  const isByHand = decisions.some((decision) => decision.id === 'complete');
  return (
    <RecordDrawer
      what={what}
      entity={entity}
      place={given.place}
      badge={<StatusBadge tone={TONES[status]}>{texts.statuses[status]}</StatusBadge>}
      onClose={given.close}
    >
      <RecordHead
        name={username}
        note={words.account(userId, plural(risk.accountAgeDays, words.days))}
        sum={<Money cents={amountCents} />}
        sumNote={texts.keyTypes[withdrawal.pixKeyType]}
      />
      <RiskPanel userId={userId} reasons={reasonsOf(risk, debtCents)} />
      <WithdrawalFacts withdrawal={withdrawal} />
      <RecentTransfers userId={userId} />
      {decisions.length > 0 && (
        <DecisionForm
          ref={given.form}
          decisions={decisions}
          proposal={risk.proposal && { ...risk.proposal, entityType: ENTITY }}
          reasonHint={texts.ownerReads}
          suggestions={texts.suggestions}
          onDone={(decided) => given.decided({ ...decided, what, entity })}
        >
          {isByHand && (
            <TextInput
              label={texts.completeField}
              value={endToEndId}
              onChange={({ currentTarget }) => setEndToEndId(currentTarget.value)}
            />
          )}
        </DecisionForm>
      )}
    </RecordDrawer>
  );
}

function WithdrawalFacts({ withdrawal }: { withdrawal: ReviewedMoneyWithdrawal }) {
  const texts = useTexts(ownTexts);
  const reasonOf = useReason();
  const { dateTime } = useFormat();
  const at = (time: string | null) => (time === null ? null : dateTime(time));
  return (
    <Facts
      facts={[
        [texts.key, withdrawal.pixKey],
        [texts.asked, at(withdrawal.createdAt)],
        [texts.confirmed, at(withdrawal.confirmedAt)],
        [texts.approved, at(withdrawal.approvedAt)],
        [texts.ended, at(withdrawal.endedAt)],
        [texts.endToEnd, withdrawal.endToEndId],
        [texts.failure, reasonOf(withdrawal.failureReason)],
        [texts.provider, withdrawal.providerReason],
      ]}
    />
  );
}

function useDecisions(withdrawal: ReviewedMoneyWithdrawal, endToEndId: string): Decision[] {
  const texts = useTexts(ownTexts);
  const { money } = useFormat();
  const { id, username, amountCents, status, isByHand } = withdrawal;
  const sum = money(amountCents);
  const params = { id };
  const changed = () => invalidate('GET /admin/withdrawals', 'GET /admin/users/{id}/risk');
  const reject = (reason: string, notPaid: boolean) =>
    call('POST /admin/withdrawals/{id}/reject', { params, body: { reason, ...(notPaid && { notPaid }) } }).then(
      changed,
    );
  if (status === 'PENDING') {
    return [
      {
        id: 'reject',
        label: texts.reject,
        shortcut: 'r',
        tone: 'refuse',
        effect: texts.rejectEffect(sum, username),
        run: (reason) => reject(reason, false),
      },
      {
        id: 'approve',
        label: texts.approve,
        shortcut: 'a',
        tone: 'go',
        isHeld: true,
        effect: texts.approveEffect(sum),
        run: (reason) => call('POST /admin/withdrawals/{id}/approve', { params, body: { reason } }).then(changed),
      },
    ];
  }
  if (status !== 'APPROVED' || isByHand !== true) return [];
  return [
    {
      id: 'notPaid',
      label: texts.notPaid,
      shortcut: 'r',
      tone: 'refuse',
      effect: texts.notPaidEffect(sum),
      run: (reason) => reject(reason, true),
    },
    {
      id: 'complete',
      label: texts.complete,
      shortcut: 'a',
      tone: 'go',
      effect: texts.completeEffect(sum),
      run: (reason) =>
        call('POST /admin/withdrawals/{id}/complete', {
          params,
          body: { reason, ...(endToEndId !== '' && { endToEndId }) },
        }).then(changed),
    },
  ];
}
