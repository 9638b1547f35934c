import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import type { AdminEventDetail, Reward } from '../../../data/generated/api.ts';
import { apiQuery, invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import type { Decision } from '../../parts/decision.types.ts';
import { SideDrawer } from '../../parts/SideDrawer.tsx';
import { useProposal } from '../../proposals/use-proposal.ts';
import { Facts } from '../../queues/RecordHead.tsx';
import { type Result, ResultLine } from '../../queues/ResultLine.tsx';
import { EventForm } from './EventForm.tsx';
import { EventState } from './EventState.tsx';
import classes from './events.module.css';
import { eventPageTexts } from './texts.ts';

const CHANGED = ['GET /admin/events', 'GET /admin/events/{id}', 'GET /admin/proposals'] as const;

/** One event: its figures, tiers and tables, and what can be done with it now. */
export function EventDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const texts = useTexts(eventPageTexts);
  const event = useQuery(apiQuery('GET /admin/events/{id}', { params: { id } }));
  return (
    <SideDrawer
      label={`${texts.event} ${id}`}
      head={
        <>
          <strong>{event.data?.name ?? `#${id}`}</strong>
          {event.data !== undefined && <EventState event={event.data} />}
          <AuditLink entity={{ type: 'event', id }} />
        </>
      }
      onClose={onClose}
    >
      <QueryState query={event} loading={<Skeletons count={6} height={32} />}>
        {(shown) => (
          <>
            <Figures event={shown} />
            <Tiers event={shown} />
            <Tables event={shown} />
            {shown.isRunning && (
              <p>
                <Link to="/evento">{texts.see}</Link>
              </p>
            )}
            <Acts event={shown} onGone={onClose} />
          </>
        )}
      </QueryState>
    </SideDrawer>
  );
}

function Figures({ event }: { event: AdminEventDetail }) {
  const { startsAt, endsAt, pointsPerReal, ticketsPerReal, budgetCents, totals } = event;
  const texts = useTexts(eventPageTexts);
  const { money, number, dateTime } = useFormat();
  return (
    <Facts
      facts={[
        [texts.starts, dateTime(startsAt)],
        [texts.ends, dateTime(endsAt)],
        [texts.points, number(pointsPerReal)],
        [texts.tickets, number(ticketsPerReal)],
        [
          texts.budget,
          budgetCents === null ? texts.noBudget : texts.spentOf(money(totals.spentCents), money(budgetCents)),
        ],
        [texts.players, number(totals.players)],
        [texts.wagered, money(totals.wageredCents)],
        [texts.shots, number(totals.shots)],
        [texts.ticketsSpent, number(totals.ticketsSpent)],
        [texts.claims, number(totals.claims)],
      ]}
    />
  );
}

function Tiers({ event: { tiers } }: { event: AdminEventDetail }) {
  const texts = useTexts(eventPageTexts);
  const { money, number } = useFormat();
  const rewardText = (reward: Reward) => {
    if (reward.type === 'ITEM') return reward.item.name;
    return reward.type === 'BALANCE' ? money(reward.balanceCents) : texts.shootOf(number(reward.tickets));
  };
  return (
    <>
      <h2 className={classes.heading}>{texts.tiers}</h2>
      {tiers.length === 0 && <p className={classes.hint}>{texts.noTiers}</p>}
      <ul className={classes.lines}>
        {tiers.map(({ id, pointsRequired, reward }) => (
          <li key={id}>
            <span>{texts.tier(number(pointsRequired))}</span>
            <strong>{rewardText(reward)}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

function Tables({ event: { shoots } }: { event: AdminEventDetail }) {
  const texts = useTexts(eventPageTexts);
  const { number } = useFormat();
  return shoots.map(({ ticketPrice, isPaused, prizes }) => (
    <section key={ticketPrice}>
      <h2 className={classes.heading}>
        {texts.shootOf(number(ticketPrice))} {isPaused && <em>{texts.paused}</em>}
      </h2>
      <ul className={classes.lines}>
        {prizes.map(({ item, chancePercent, hashRangeStart }) => (
          <li key={hashRangeStart}>
            <span>{item.name}</span>
            <strong>{texts.chanceOf(number(Number(chancePercent)))}</strong>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** A draft is edited and published, a running event ended, and a coming one archived. */
function Acts({ event, onGone }: { event: AdminEventDetail; onGone: () => void }) {
  const texts = useTexts(eventPageTexts);
  const [isEditing, setIsEditing] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const entity = { type: 'event', id: event.id };
  const proposal = useProposal(entity);
  const decisions = useDecisions(event);
  return (
    <>
      {event.status === 'DRAFT' && (
        <div className={classes.acts}>
          <Button variant="default" onClick={() => setIsEditing(true)}>
            {texts.edit}
          </Button>
        </div>
      )}
      <ResultLine result={result} />
      {decisions.length > 0 && (
        <DecisionForm
          key={`${event.status} ${event.isRunning}`}
          decisions={decisions}
          proposal={proposal}
          onDone={(decided) => {
            setResult({ ...decided, what: event.name, entity });
            void invalidate(...CHANGED);
            if (decided.decision.id === 'archive') onGone();
          }}
        />
      )}
      {isEditing && <EventForm event={event} onClose={() => setIsEditing(false)} onSaved={() => setIsEditing(false)} />}
    </>
  );
}

function useDecisions({ id, status, isRunning, startsAt }: AdminEventDetail): Decision[] {
  const texts = useTexts(eventPageTexts);
  const params = { id };
  const publish: Decision = {
    id: 'publish',
    label: texts.publish,
    tone: 'go',
    shortcut: 'a',
    effect: texts.publishHint,
    run: (reason) => call('POST /admin/events/{id}/publish', { params, body: { reason } }),
  };
  const end: Decision = {
    id: 'end',
    label: texts.end,
    tone: 'refuse',
    shortcut: 'r',
    isHeld: true,
    effect: texts.endHint,
    run: (reason) => call('POST /admin/events/{id}/end', { params, body: { reason } }),
  };
  const archive: Decision = {
    id: 'archive',
    label: texts.archive,
    tone: 'refuse',
    shortcut: 'r',
    effect: texts.archiveHint,
    run: (reason) => call('DELETE /admin/events/{id}', { params, body: { reason } }),
  };
  if (isRunning) return [end];
  if (status === 'DRAFT') return [publish, archive];
  return status === 'PUBLISHED' && Date.parse(startsAt) > Date.now() ? [archive] : [];
}
