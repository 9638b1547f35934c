import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import type { AdminRaffle, Proposal } from '../../../data/generated/api.ts';
import { apiQuery, invalidate } from '../../../data/queries.ts';
import { useSession } from '../../../data/session.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decision } from '../../parts/decision.types.ts';
import { SideDrawer } from '../../parts/SideDrawer.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { announcedRaffle } from '../../proposals/proposal-words.ts';
import { useProposal } from '../../proposals/use-proposal.ts';
import { Facts } from '../../queues/RecordHead.tsx';
import { type Result, ResultLine } from '../../queues/ResultLine.tsx';
import { ProposedTerms } from './ProposedRaffle.tsx';
import { RaffleForm } from './RaffleForm.tsx';
import { RAFFLE_TONES } from './raffle.ts';
import classes from './raffles.module.css';
import { rafflePageTexts } from './texts.ts';

const CHANGED = ['GET /admin/raffles', 'GET /admin/raffles/{id}', 'GET /admin/proposals'] as const;

/** One raffle: its figures, its prizes, and what can be done with it now. */
export function RaffleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const texts = useTexts(rafflePageTexts);
  const raffle = useQuery(apiQuery('GET /admin/raffles/{id}', { params: { id } }));
  return (
    <SideDrawer
      label={`${texts.raffle} ${id}`}
      head={
        <>
          <strong>{raffle.data?.name ?? `#${id}`}</strong>
          {raffle.data !== undefined && (
            <StatusBadge tone={RAFFLE_TONES[raffle.data.status]}>{texts.statuses[raffle.data.status]}</StatusBadge>
          )}
          <AuditLink entity={{ type: 'raffle', id }} />
        </>
      }
      onClose={onClose}
    >
      <QueryState query={raffle} loading={<Skeletons count={6} height={32} />}>
        {(shown) => (
          <>
            <Figures raffle={shown} />
            <Prizes raffle={shown} />
            <Acts raffle={shown} />
          </>
        )}
      </QueryState>
    </SideDrawer>
  );
}

function Figures({ raffle }: { raffle: AdminRaffle }) {
  const texts = useTexts(rafflePageTexts);
  const { money, number, dateTime } = useFormat();
  const marginCents = BigInt(raffle.incomeIfSoldOutCents) - BigInt(raffle.prizesValueCents);
  return (
    <Facts
      facts={[
        [texts.sold, texts.soldOf(number(raffle.ticketsSold), number(raffle.maxTickets))],
        [texts.buyers, number(raffle.buyers)],
        [texts.income, money(raffle.incomeCents)],
        [texts.incomeAll, money(raffle.incomeIfSoldOutCents)],
        [texts.prizesValue, money(raffle.prizesValueCents)],
        [texts.margin, money(marginCents)],
        [texts.greatestCost, money(raffle.greatestCostCents)],
        [texts.closes, raffle.closesAt === null ? texts.whenSold : dateTime(raffle.closesAt)],
        [texts.randomness, texts.random[raffle.randomness]],
      ]}
    />
  );
}

function Prizes({ raffle }: { raffle: AdminRaffle }) {
  const texts = useTexts(rafflePageTexts);
  const { money, number } = useFormat();
  return (
    <>
      <h2 className={classes.heading}>{texts.prizes}</h2>
      <ul className={classes.prizes}>
        {raffle.prizes.map(({ displayOrder, item, valueCents, winner, winningTicket }) => (
          <li key={displayOrder}>
            <img src={item.imageUrl} alt="" />
            <span>
              <strong>{item.name}</strong>
              <small>
                {winner !== null && winningTicket !== null
                  ? texts.winner(winner.username, number(winningTicket))
                  : raffle.status === 'COMPLETED'
                    ? texts.house
                    : texts.waiting}
              </small>
            </span>
            <span>{money(valueCents)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Acts({ raffle }: { raffle: AdminRaffle }) {
  const texts = useTexts(rafflePageTexts);
  const { status } = raffle;
  const [isEditing, setIsEditing] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const entity = { type: 'raffle', id: raffle.id };
  const proposal = useProposal(entity, 'edit');
  const decisions = useDecisions(raffle, isUnsold(raffle) ? proposal : null);
  return (
    <>
      <div className={classes.acts}>
        <Button component={Link} to="/rifa/$id" params={{ id: raffle.id } as never} variant="default">
          {texts.see}
        </Button>
        {isUnsold(raffle) && (
          <Button variant="default" onClick={() => setIsEditing(true)}>
            {texts.edit}
          </Button>
        )}
      </div>
      {status === 'ACTIVE' && <p className={classes.hint}>{texts.closeHint}</p>}
      <ResultLine result={result} />
      {proposal !== null && isUnsold(raffle) && <ProposedTerms content={proposal.content} />}
      {decisions.length > 0 && (
        <DecisionForm
          key={status}
          decisions={decisions}
          proposal={proposal}
          onDone={(decided) => {
            setResult({ ...decided, what: raffle.name, entity });
            void invalidate(...CHANGED);
          }}
        />
      )}
      {isEditing && (
        <RaffleForm
          raffle={raffle}
          onClose={() => setIsEditing(false)}
          onSaved={() => setIsEditing(false)}
          onProposed={(proposed) => {
            setIsEditing(false);
            setResult({ ...proposed, entity });
          }}
        />
      )}
    </>
  );
}

const isUnsold = ({ status, ticketsSold }: AdminRaffle) => status === 'ACTIVE' && ticketsSold === 0;

/** `proposal` is a change that somebody else waits for. */
function useDecisions(raffle: AdminRaffle, proposal: Proposal | null): Decision[] {
  const texts = useTexts(rafflePageTexts);
  const { money, plural } = useFormat();
  const { user } = useSession();
  const params = { id: raffle.id };
  const draw: Decision = {
    id: 'draw',
    label: texts.draw,
    tone: 'go',
    shortcut: 'a',
    effect: texts.drawHint,
    run: (reason) => call('POST /raffle/{id}/draw', { params, body: { reason } }),
  };
  const close: Decision = {
    id: 'close',
    label: texts.close,
    effect: texts.closeEffect,
    run: (reason) => call('POST /admin/raffles/{id}/close', { params, body: { reason } }),
  };
  const cancel: Decision = {
    id: 'cancel',
    label: texts.cancel,
    tone: 'refuse',
    shortcut: 'r',
    isHeld: true,
    effect:
      raffle.buyers === 0
        ? texts.cancelUnsold
        : texts.cancelEffect(money(raffle.incomeCents), plural(raffle.buyers, texts.buyersCount)),
    run: (reason) => call('POST /admin/raffles/{id}/cancel', { params, body: { reason } }),
  };
  if (raffle.status === 'DRAWING') return [draw];
  if (raffle.status !== 'ACTIVE') return [];
  if (!isUnsold(raffle)) return [cancel];
  if (proposal === null) return [close, cancel];
  const agree: Decision = {
    id: 'agree',
    label: texts.agree,
    tone: 'go',
    shortcut: 'a',
    isBlocked: proposal.proposedBy === user?.id,
    effect: texts.saveEffect,
    run: (reason) =>
      call('PUT /admin/raffles/{id}', { params, body: { ...announcedRaffle(proposal.content), reason } }),
  };
  return [agree, close, cancel];
}
