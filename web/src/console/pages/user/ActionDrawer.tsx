import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import type { UserDetail } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { parseMoney } from '../../../shared/format/parse-money.ts';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decided, Decision } from '../../parts/decision.types.ts';
import { RiskPanel } from '../../parts/RiskPanel.tsx';
import { SideDrawer } from '../../parts/SideDrawer.tsx';
import { useProposal } from '../../proposals/use-proposal.ts';
import { RecordHead } from '../../queues/RecordHead.tsx';
import type { Result } from '../../queues/ResultLine.tsx';
import { actionTexts } from './action-texts.ts';
import classes from './user.module.css';

const ACTIONS = ['saldo', 'suspender', 'banir', 'desbanir', 'reativar', 'fator', 'sessoes'] as const;
export type UserAction = (typeof ACTIONS)[number];

const changed = () =>
  invalidate(
    'GET /admin/users/{id}',
    'GET /admin/users/{id}/risk',
    'GET /admin/users',
    'GET /admin/users/{userId}/transactions',
  );

/** Asks why before anything is done to a user, with their risk beside it. */
export function ActionDrawer({
  action: wanted,
  user,
  onClose,
  onDone,
}: {
  action: string | undefined;
  user: UserDetail;
  onClose: () => void;
  onDone: (result: Result) => void;
}) {
  const texts = useTexts(actionTexts);
  const { money } = useFormat();
  const action = ACTIONS.find((each) => each === wanted);
  if (action === undefined) return null;
  const done = (decided: Decided) => {
    if (decided.isProposal) void invalidate('GET /admin/proposals');
    onDone({
      ...decided,
      what: texts.what(texts[action].title, user.username),
      entity: { type: 'user', id: user.id },
    });
  };
  return (
    <SideDrawer label={texts[action].title} onClose={onClose} head={<h2>{texts[action].title}</h2>}>
      <RecordHead name={user.username} note={`#${user.id} · ${user.platformId}`} sum={money(user.balanceCents)} />
      <RiskPanel userId={user.id} />
      {action === 'saldo' ? (
        <BalanceForm user={user} onDone={done} />
      ) : (
        <StatusForm action={action} user={user} onDone={done} />
      )}
    </SideDrawer>
  );
}

function StatusForm({
  action,
  user: { id, username },
  onDone,
}: {
  action: Exclude<UserAction, 'saldo'>;
  user: UserDetail;
  onDone: (decided: Decided) => void;
}) {
  const texts = useTexts(actionTexts)[action];
  const params = { id };
  const acts: Record<typeof action, (reason: string) => Promise<unknown>> = {
    suspender: (reason) => call('PUT /admin/users/{id}/status', { params, body: { status: 'SUSPENDED', reason } }),
    reativar: (reason) => call('PUT /admin/users/{id}/status', { params, body: { status: 'ACTIVE', reason } }),
    banir: (reason) => call('POST /admin/users/{id}/ban', { params, body: { reason } }),
    desbanir: (reason) => call('POST /admin/users/{id}/unban', { params, body: { reason } }),
    sessoes: (reason) => call('POST /admin/users/{id}/sessions/end', { params, body: { reason } }),
    fator: (reason) => call('POST /admin/users/{id}/reset-second-factor', { params, body: { reason } }),
  };
  const isKind = action === 'desbanir' || action === 'reativar';
  const decision: Decision = {
    id: action,
    label: texts.label,
    tone: isKind ? 'go' : 'refuse',
    effect: texts.effect(username),
    run: (reason) => acts[action](reason).then(changed),
  };
  const proposal = useProposal({ type: 'user', id }, action === 'fator' ? 'reset-second-factor' : 'set-status');
  return <DecisionForm decisions={[decision]} proposal={action === 'sessoes' ? null : proposal} onDone={onDone} />;
}

/** The same sum adds or takes: its sign is chosen by a word, so that nobody mistypes it. */
function BalanceForm({ user, onDone }: { user: UserDetail; onDone: (decided: Decided) => void }) {
  const texts = useTexts(actionTexts).saldo;
  const { money } = useFormat();
  const proposal = useProposal({ type: 'user', id: user.id }, 'adjust');
  const [way, setWay] = useState<'add' | 'take'>('add');
  const [typed, setTyped] = useState('');
  const cents = parseMoney(typed);
  const sum = money(cents ?? 0n);
  const isSum = cents !== null && cents > 0n;
  const effect = way === 'add' ? texts.addEffect(sum, user.username) : texts.takeEffect(sum, user.username);
  const decision: Decision = {
    id: way,
    label: texts[way],
    tone: way === 'add' ? 'go' : 'refuse',
    isHeld: true,
    isBlocked: !isSum,
    effect,
    run: (reason) =>
      call('POST /admin/users/{id}/balance', {
        params: { id: user.id },
        body: { amountCents: `${way === 'add' ? '' : '-'}${cents}`, reason },
      }).then(changed),
  };
  return (
    <DecisionForm decisions={[decision]} proposal={proposal} reasonHint={texts.hint} onDone={onDone}>
      <SegmentedControl
        className={classes.direction ?? ''}
        value={way}
        onChange={(value) => setWay(value === 'take' ? 'take' : 'add')}
        data={[
          { value: 'add', label: texts.add },
          { value: 'take', label: texts.take },
        ]}
      />
      <MoneyInput label={texts.amount} value={typed} onChange={setTyped} />
    </DecisionForm>
  );
}
