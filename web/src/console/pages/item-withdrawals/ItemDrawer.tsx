import { call } from '../../../data/api.ts';
import type { AdminItemWithdrawal } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
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

const ENTITY = 'skin-withdrawal';

/** One item on its way out: whose, what it may cost, where it is, and the decision while it waits for one. */
export function ItemDrawer({ withdrawal, given }: { withdrawal: AdminItemWithdrawal; given: QueueDrawer }) {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { plural, dollars } = useFormat();
  const { id, userId, username, itemName, skinValueUsdCents, risk, debtCents, status } = withdrawal;
  const what = texts.what(id, itemName);
  const entity = { type: ENTITY, id };
  const decisions = useDecisions(withdrawal);
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
        sum={dollars(skinValueUsdCents)}
        sumNote={itemName}
      />
      <RiskPanel userId={userId} reasons={reasonsOf(risk, debtCents)} />
      <ItemFacts withdrawal={withdrawal} />
      <RecentTransfers userId={userId} />
      {decisions.length > 0 && (
        <DecisionForm
          ref={given.form}
          decisions={decisions}
          proposal={risk.proposal && { ...risk.proposal, entityType: ENTITY }}
          reasonHint={texts.ownerReads}
          suggestions={texts.suggestions}
          onDone={(decided) => given.decided({ ...decided, what, entity })}
        />
      )}
    </RecordDrawer>
  );
}

function ItemFacts({ withdrawal }: { withdrawal: AdminItemWithdrawal }) {
  const texts = useTexts(ownTexts);
  const reasonOf = useReason();
  const { dateTime, dollars } = useFormat();
  const at = (time: string | null) => (time === null ? null : dateTime(time));
  const { pricePaidCents } = withdrawal;
  return (
    <Facts
      facts={[
        [texts.worth, dollars(withdrawal.skinValueUsdCents)],
        [texts.most, dollars(withdrawal.maxPayCents)],
        [texts.paid, pricePaidCents === '0' ? null : dollars(pricePaidCents)],
        [texts.auto, withdrawal.autoApproved ? texts.yes : texts.no],
        [texts.asked, at(withdrawal.createdAt)],
        [texts.until, at(withdrawal.sendUntil)],
        [texts.ended, at(withdrawal.completedAt)],
        [texts.project, withdrawal.projectId],
        [texts.market, withdrawal.marketId],
        [texts.trade, withdrawal.tradeId],
        [texts.failure, reasonOf(withdrawal.failureReason)],
      ]}
    />
  );
}

function useDecisions({ id, username, itemName, maxPayCents, status }: AdminItemWithdrawal): Decision[] {
  const texts = useTexts(ownTexts);
  const { dollars } = useFormat();
  if (status !== 'PENDING_APPROVAL') return [];
  const params = { id };
  const changed = () => invalidate('GET /admin/skin-withdrawals', 'GET /admin/users/{id}/risk');
  return [
    {
      id: 'reject',
      label: texts.reject,
      shortcut: 'r',
      tone: 'refuse',
      effect: texts.rejectEffect(itemName, username),
      run: (reason) => call('POST /admin/skin-withdrawals/{id}/reject', { params, body: { reason } }).then(changed),
    },
    {
      id: 'approve',
      label: texts.approve,
      shortcut: 'a',
      tone: 'go',
      isHeld: true,
      effect: texts.approveEffect(itemName, dollars(maxPayCents)),
      run: (reason) => call('POST /admin/skin-withdrawals/{id}/approve', { params, body: { reason } }).then(changed),
    },
  ];
}
