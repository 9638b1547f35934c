import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { apiQuery, invalidate } from '../../../data/queries.ts';
import { battleTexts } from '../../../shared/battles/texts.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AuditLink } from '../../parts/AuditLink.tsx';
import { DecisionForm } from '../../parts/DecisionForm.tsx';
import { SideDrawer } from '../../parts/SideDrawer.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import { Facts } from '../../queues/RecordHead.tsx';
import { type ListedBattle, STATUS_TONES } from './battle.ts';
import classes from './battles.module.css';
import { battlePageTexts } from './texts.ts';

/** One battle: who sits where, what it is played for, and how it is called off while it waits. */
export function BattleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const texts = useTexts(battlePageTexts);
  const { modes } = useTexts(battleTexts);
  const { money, number, ago } = useFormat();
  const [isCancelled, setIsCancelled] = useState(false);
  const battle = useQuery(apiQuery('GET /admin/battles/{id}', { params: { id } }));
  return (
    <SideDrawer
      label={`${texts.battle} ${id}`}
      head={
        <>
          <strong>#{id}</strong>
          {battle.data !== undefined && (
            <StatusBadge tone={STATUS_TONES[battle.data.status]}>{texts.statuses[battle.data.status]}</StatusBadge>
          )}
          <AuditLink entity={{ type: 'battle', id }} />
        </>
      }
      onClose={onClose}
    >
      <QueryState query={battle} loading={<Skeletons count={6} height={32} />}>
        {(shown) => (
          <>
            <Facts
              facts={[
                [texts.mode, modes[shown.mode]],
                [texts.entry, money(shown.entryPriceCents)],
                [texts.rounds, number(shown.cases.length)],
                [texts.randomness, texts.random[shown.randomness]],
                [texts.created, ago(shown.createdAt)],
                [texts.expires, shown.status === 'WAITING' ? ago(shown.expiresAt) : null],
                [texts.pot, shown.result === null ? null : money(shown.result.potCents)],
              ]}
            />
            <h2 className={classes.heading}>{texts.seats}</h2>
            <ul className={classes.seats}>
              {shown.seats.map(({ seat, isBot, user, botName, isWinner, totalCents }) => (
                <li key={seat}>
                  <span>
                    {isBot ? `${texts.bot} ${botName ?? ''}` : user?.username}
                    {isWinner === true && <StatusBadge tone="gold">{texts.won}</StatusBadge>}
                  </span>
                  <span>{totalCents === null ? '—' : money(totalCents)}</span>
                </li>
              ))}
            </ul>
            <h2 className={classes.heading}>{texts.cases}</h2>
            <ul className={classes.seats}>
              {countedCases(shown.cases).map(({ caseId, caseName, count, priceCents }) => (
                <li key={caseId}>
                  <span>
                    {number(count)} × {caseName}
                  </span>
                  <span>{money(priceCents)}</span>
                </li>
              ))}
            </ul>
            <p>
              <Link to="/batalha/$id" params={{ id }}>
                {texts.see}
              </Link>
            </p>
            {isCancelled && <p role="status">{texts.cancelled}</p>}
            {shown.status === 'WAITING' && (
              <DecisionForm
                reasonHint={texts.cancelHint}
                decisions={[
                  {
                    id: 'cancel',
                    label: texts.cancel,
                    tone: 'refuse',
                    shortcut: 'r',
                    isHeld: true,
                    effect: texts.cancelEffect,
                    run: (reason) => call('POST /admin/battles/{id}/cancel', { params: { id }, body: { reason } }),
                  },
                ]}
                onDone={() => {
                  setIsCancelled(true);
                  invalidate('GET /admin/battles', 'GET /admin/battles/{id}');
                }}
              />
            )}
          </>
        )}
      </QueryState>
    </SideDrawer>
  );
}

function countedCases(cases: ListedBattle['cases']) {
  return [...Map.groupBy(cases, ({ caseId }) => caseId).values()].map((same) => ({
    ...(same[0] as (typeof same)[number]),
    count: same.length,
  }));
}
