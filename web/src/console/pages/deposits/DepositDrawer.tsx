import { call } from '../../../data/api.ts';
import type { AdminDeposit } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Money } from '../../../shared/parts/Money.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decision } from '../../parts/decision.types.ts';
import { RiskPanel } from '../../parts/RiskPanel.tsx';
import { reasonsOf } from '../../parts/risk.ts';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import type { QueueDrawer } from '../../queues/QueueScreen.tsx';
import classes from '../../queues/queues.module.css';
import { RecentTransfers } from '../../queues/RecentTransfers.tsx';
import { RecordDrawer } from '../../queues/RecordDrawer.tsx';
import { Facts, RecordHead } from '../../queues/RecordHead.tsx';
import { queueTexts } from '../../queues/texts.ts';
import { texts as ownTexts } from './texts.ts';
import { needsDecision, TONES } from './tones.ts';

const ENTITY = 'deposit';

/** One deposit: what was asked for, what has arrived, and the decision where one is wanted. */
export function DepositDrawer({ deposit, given }: { deposit: AdminDeposit; given: QueueDrawer }) {
  const texts = useTexts(ownTexts);
  const words = useTexts(queueTexts);
  const { plural, money, dateTime } = useFormat();
  const { id, userId, username, amountCents, risk, debtCents, status, endedAt } = deposit;
  const what = texts.what(id, money(amountCents));
  const entity = { type: ENTITY, id };
  const decisions = useDecisions(deposit);
  return (
    <RecordDrawer
      what={what}
      entity={entity}
      place={given.place}
      badge={
        needsDecision(deposit) ? (
          <StatusBadge tone="amber">{texts.decide}</StatusBadge>
        ) : (
          <StatusBadge tone={TONES[status]}>{texts.statuses[status]}</StatusBadge>
        )
      }
      onClose={given.close}
    >
      <RecordHead
        name={username}
        note={words.account(userId, plural(risk.accountAgeDays, words.days))}
        sum={<Money cents={amountCents} />}
      />
      <Payments deposit={deposit} />
      <RiskPanel userId={userId} reasons={reasonsOf(risk, debtCents)} />
      <Facts
        facts={[
          [texts.asked, dateTime(deposit.createdAt)],
          [texts.credited, deposit.creditedCents === null ? null : money(deposit.creditedCents)],
          [texts.provider, deposit.provider],
          [texts.txid, deposit.txid],
          [texts.expires, dateTime(deposit.expiresAt)],
          [texts.ended, endedAt === null ? null : dateTime(endedAt)],
          [texts.decision, deposit.decisionReason],
        ]}
      />
      <RecentTransfers userId={userId} />
      {decisions.length > 0 && (
        <DecisionForm
          ref={given.form}
          decisions={decisions}
          proposal={risk.proposal && { ...risk.proposal, entityType: ENTITY }}
          suggestions={texts.suggestions}
          onDone={(decided) => given.decided({ ...decided, what, entity })}
        />
      )}
    </RecordDrawer>
  );
}

/** Payments and returns are the reason why somebody has to look. */
function Payments({ deposit: { payments, returns } }: { deposit: AdminDeposit }) {
  const texts = useTexts(ownTexts);
  const { dateTime } = useFormat();
  return (
    <section className={classes.history}>
      <h3>{texts.payments}</h3>
      {payments.length === 0 && <p>{texts.noPayments}</p>}
      <ol>
        {payments.map(({ endToEndId, amountCents, paidAt, status, fault }) => (
          <li key={endToEndId} title={endToEndId}>
            <span>
              {texts.paymentStatuses[status]}
              {fault !== null && ` · ${texts.faults[fault]}`}
            </span>
            <time dateTime={paidAt}>{dateTime(paidAt)}</time>
            <Money cents={amountCents} />
          </li>
        ))}
        {returns.map(({ returnId, amountCents, returnedAt, status }) => (
          <li key={returnId} title={returnId}>
            <span>
              {texts.returns} · {texts.returnStatuses[status]}
            </span>
            <time dateTime={returnedAt}>{dateTime(returnedAt)}</time>
            <Money cents={`-${amountCents}`} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A waiting payment can be credited or refused; without one, only an open or expired charge can be credited. */
function useDecisions(deposit: AdminDeposit): Decision[] {
  const texts = useTexts(ownTexts);
  const { money } = useFormat();
  const { id, username, amountCents, status, payments } = deposit;
  const waiting = payments.find((payment) => payment.status === 'WAITING');
  if (!needsDecision(deposit) && status !== 'PENDING' && status !== 'EXPIRED') return [];
  const params = { id };
  const changed = () => invalidate('GET /admin/deposits', 'GET /admin/users/{id}/risk');
  const confirmEffect =
    waiting === undefined
      ? texts.confirmUnpaidEffect(money(amountCents))
      : texts.confirmEffect(money(waiting.amountCents), username);
  const reject: Decision = {
    id: 'reject',
    label: texts.reject,
    shortcut: 'r',
    tone: 'refuse',
    effect: texts.rejectEffect,
    run: (reason) => call('POST /admin/deposits/{id}/reject', { params, body: { reason } }).then(changed),
  };
  // It is credited once: a second payment can only be refused.
  if (status === 'CONFIRMED') return [reject];
  return [
    reject,
    {
      id: 'confirm',
      label: texts.confirm,
      shortcut: 'a',
      tone: 'go',
      isHeld: true,
      effect: confirmEffect,
      run: (reason) => call('POST /admin/deposits/{id}/confirm', { params, body: { reason } }).then(changed),
    },
  ];
}
