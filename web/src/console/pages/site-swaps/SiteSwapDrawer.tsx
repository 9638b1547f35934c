import { call } from '../../../data/api.ts';
import type { UndeliveredSiteSwap } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Money } from '../../../shared/parts/Money.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decision } from '../../parts/decision.types.ts';
import { RiskPanel } from '../../parts/RiskPanel.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { useProposal } from '../../proposals/use-proposal.ts';
import type { QueueDrawer } from '../../queues/QueueScreen.tsx';
import { RecordDrawer } from '../../queues/RecordDrawer.tsx';
import { Facts, RecordHead } from '../../queues/RecordHead.tsx';
import { texts as ownTexts } from './texts.ts';

const ENTITY = 'site-swap';

/** One swap whose item never came: what was paid, whether the item can be taken back, and the decision. */
export function SiteSwapDrawer({ swap, given }: { swap: UndeliveredSiteSwap; given: QueueDrawer }) {
  const texts = useTexts(ownTexts);
  const { dateTime, money, number } = useFormat();
  const { id, userId, username, targetName, costCents, resolution, isTakeable } = swap;
  const what = texts.what(id, targetName);
  const entity = { type: ENTITY, id };
  const decisions = useDecisions(swap);
  const proposal = useProposal(entity);
  return (
    <RecordDrawer
      what={what}
      entity={entity}
      place={given.place}
      badge={
        <StatusBadge tone={resolution === null ? 'amber' : 'plain'}>
          {resolution === null ? texts.decide : texts.resolutions[resolution]}
        </StatusBadge>
      }
      onClose={given.close}
    >
      <RecordHead name={username} note={`#${userId}`} sum={<Money cents={costCents} />} sumNote={targetName} />
      <Facts
        facts={[
          [texts.outcome, texts.outcomes[swap.outcome]],
          [texts.takeable, isTakeable ? texts.yes : texts.no],
          [texts.coins, number(swap.paidCoins)],
          [texts.bought, dateTime(swap.boughtAt)],
          [texts.ended, dateTime(swap.endedAt)],
          [texts.market, swap.marketId],
          [texts.project, swap.projectId],
          [texts.refund, swap.refundCents === null ? null : money(swap.refundCents)],
          [texts.reason, swap.decisionReason],
        ]}
      />
      <RiskPanel userId={userId} />
      {resolution === null && (
        <DecisionForm
          ref={given.form}
          decisions={decisions}
          proposal={proposal}
          reasonHint={texts.hint}
          onDone={(decided) => given.decided({ ...decided, what, entity })}
        />
      )}
    </RecordDrawer>
  );
}

function useDecisions({ id, targetName, costCents, isTakeable }: UndeliveredSiteSwap): Decision[] {
  const texts = useTexts(ownTexts);
  const { money } = useFormat();
  const decide = (chosen: 'TAKEN_BACK' | 'LEFT', reason: string) =>
    call('POST /admin/site-swaps/{id}/decide', { params: { id }, body: { resolution: chosen, reason } }).then(() =>
      invalidate('GET /admin/site-swaps/undelivered', 'GET /admin/users/{id}/risk'),
    );
  return [
    {
      id: 'leave',
      label: texts.leave,
      shortcut: 'r',
      effect: texts.leaveEffect(targetName),
      run: (reason) => decide('LEFT', reason),
    },
    {
      id: 'takeBack',
      label: texts.takeBack,
      shortcut: 'a',
      tone: 'go',
      isHeld: true,
      isBlocked: !isTakeable,
      effect: texts.takeBackEffect(targetName, money(costCents)),
      run: (reason) => decide('TAKEN_BACK', reason),
    },
  ];
}
