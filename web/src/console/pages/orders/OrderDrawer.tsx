import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import type { ListedOrder } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decision } from '../../parts/decision.types.ts';
import { RiskPanel } from '../../parts/RiskPanel.tsx';
import { useProposal } from '../../proposals/use-proposal.ts';
import type { QueueDrawer } from '../../queues/QueueScreen.tsx';
import { RecordDrawer } from '../../queues/RecordDrawer.tsx';
import { Facts, RecordHead } from '../../queues/RecordHead.tsx';
import { OrderBadge } from './OrderBadge.tsx';
import { texts as ownTexts } from './texts.ts';

const ENTITY = 'order';

/** An hour after an order was sent, or could not be, it can be ended here by hand. */
export function OrderDrawer({ order, given }: { order: ListedOrder; given: QueueDrawer }) {
  const texts = useTexts(ownTexts);
  const { dateTime, money } = useFormat();
  const { id, projectId, userId, username, amountCents, endableAt, settledAt } = order;
  const what = texts.what(id, projectId);
  const entity = { type: ENTITY, id };
  const isEndable = settledAt === null && endableAt !== null && Date.parse(endableAt) <= Date.now();
  const at = (time: string | null) => (time === null ? null : dateTime(time));
  return (
    <RecordDrawer
      what={what}
      entity={entity}
      place={given.place}
      badge={<OrderBadge order={order} />}
      onClose={given.close}
    >
      <RecordHead
        name={username ?? texts.nobody}
        note={texts.kinds[order.kind as keyof typeof texts.kinds] ?? order.kind}
        sum={amountCents === null ? '' : money(amountCents)}
      />
      <Facts
        facts={[
          [texts.project, projectId],
          [texts.record, order.recordId === null ? null : `#${order.recordId}`],
          [texts.requested, at(order.requestedAt)],
          [texts.sent, at(order.sentAt)],
          [texts.settled, at(settledAt)],
          [texts.endable, endableAt === null ? null : isEndable ? texts.now : texts.from(dateTime(endableAt))],
        ]}
      />
      {userId !== null && <RiskPanel userId={userId} />}
      {isEndable && (
        <EndForm order={order} given={given} onDone={(decided) => given.decided({ ...decided, what, entity })} />
      )}
    </RecordDrawer>
  );
}

function EndForm({
  order: { id, kind, sentAt },
  given,
  onDone,
}: {
  order: ListedOrder;
  given: QueueDrawer;
  onDone: Parameters<typeof DecisionForm>[0]['onDone'];
}) {
  const texts = useTexts(ownTexts);
  const proposal = useProposal({ type: ENTITY, id });
  const [reference, setReference] = useState('');
  const [coins, setCoins] = useState<number | null>(null);
  const isPurchase = kind !== 'PAYOUT';
  const end = (body: Parameters<typeof endOrder>[1]) => endOrder(id, body);
  const notBought: Decision = {
    id: 'notBought',
    label: texts.notBought,
    shortcut: 'r',
    tone: 'refuse',
    effect: sentAt === null ? texts.notSentEffect : texts.notBoughtEffect,
    run: (reason) => end({ outcome: 'NOT_BOUGHT', reason }),
  };
  const bought: Decision = {
    id: 'bought',
    label: texts.bought,
    shortcut: 'a',
    tone: 'go',
    isHeld: true,
    isBlocked: reference.trim() === '' || (isPurchase && coins === null),
    effect: texts.boughtEffect,
    run: (reason) =>
      end({
        outcome: 'BOUGHT',
        reason,
        reference: reference.trim(),
        ...(isPurchase && coins !== null && { priceCoins: coins }),
      }),
  };
  const common = { ref: given.form, proposal, reasonHint: texts.hint, onDone };
  // An order that was never sent can have had no effect.
  if (sentAt === null) return <DecisionForm {...common} decisions={[notBought]} />;
  return (
    <DecisionForm {...common} decisions={[notBought, bought]}>
      <TextInput
        label={texts.reference}
        value={reference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
      {isPurchase && (
        <NumberInput
          label={texts.coins}
          min={0}
          allowDecimal={false}
          value={coins ?? ''}
          onChange={(value) => setCoins(value === '' ? null : Number(value))}
        />
      )}
    </DecisionForm>
  );
}

const endOrder = (id: string, body: Parameters<typeof call<'POST /admin/orders/{id}/end'>>[1]['body']) =>
  call('POST /admin/orders/{id}/end', { params: { id }, body }).then(() => invalidate('GET /admin/orders'));
