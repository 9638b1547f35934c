import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidateSoon } from '../../data/queries.ts';
import { logIn, useServerOffset, useSession } from '../../data/session.ts';
import { afterTheShow } from '../../data/spoilers.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { LimitSummary } from '../../shared/limits/LimitSummary.tsx';
import { useFocusBack } from '../../shared/parts/use-focus-back.ts';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import classes from './ResponsiblePlay.module.css';
import { texts } from './texts.ts';
import { timePlayed } from './time-played.ts';

const LIMITS = { to: '/carteira', search: { aba: 'limites' } as never } as const;
const EVERY_MS = 10_000;

/** Shows the time and the money that the player has spent, with limits and pauses one press away. */
export function ResponsiblePlay({ onClose }: { onClose: () => void }) {
  const words = useTexts(texts);
  const { close, logIn: logInText } = useTexts(sharedTexts);
  const { user, session } = useSession();
  useFocusBack();
  return (
    <Modal opened onClose={onClose} size="md" title={words.title} closeButtonProps={{ 'aria-label': close }}>
      <div className={classes.panel}>
        <p className={classes.adults}>{words.adults}</p>
        {session.exclusion !== null && <p className={classes.excluded}>{words.excluded}</p>}
        {user === null ? (
          <>
            <p>{words.logIn}</p>
            <Button leftSection={<Icon name="user" />} onClick={() => logIn()}>
              {logInText}
            </Button>
          </>
        ) : (
          <>
            <SessionFigures />
            <LimitSummary kinds={['loss', 'wager', 'deposit']} />
            <Button component={Link} {...LIMITS} size="md" leftSection={<Icon name="shield" />} onClick={onClose}>
              {words.limits}
            </Button>
            <Button
              component={Link}
              {...LIMITS}
              variant="default"
              leftSection={<Icon name="pause" />}
              onClick={onClose}
            >
              {words.pause}
            </Button>
            <Button
              component={Link}
              to="/estatisticas"
              variant="subtle"
              leftSection={<Icon name="chart" />}
              onClick={onClose}
            >
              {words.statistics}
            </Button>
          </>
        )}
        <p className={classes.help}>{words.help}</p>
      </div>
    </Modal>
  );
}

function SessionFigures() {
  const words = useTexts(texts);
  const { money } = useFormat();
  const query = useQuery({ ...apiQuery('GET /user/stats/session'), staleTime: 0 });
  // The figures follow plays while the window is open.
  useLive('balance:updated', () => afterTheShow(() => invalidateSoon('GET /user/stats/session')));
  return (
    <section className={classes.session} aria-label={words.session}>
      <h3>{words.session}</h3>
      <QueryState query={query} loading={<Skeletons count={1} height={104} />}>
        {({ startedAt, wageredCents, wonCents, lostCents }) => {
          const isAhead = lostCents.startsWith('-');
          return (
            <dl className={classes.figures}>
              <div>
                <dt>{words.time}</dt>
                <dd>
                  <TimePlayed since={startedAt} />
                </dd>
              </div>
              <div data-lost={!isAhead && lostCents !== '0'}>
                <dt>{isAhead ? words.ahead : words.lost}</dt>
                <dd>{money(isAhead ? lostCents.slice(1) : lostCents)}</dd>
              </div>
              <div>
                <dt>{words.wagered}</dt>
                <dd>{money(wageredCents)}</dd>
              </div>
              <div>
                <dt>{words.won}</dt>
                <dd>{money(wonCents)}</dd>
              </div>
            </dl>
          );
        }}
      </QueryState>
    </section>
  );
}

function TimePlayed({ since }: { since: string }) {
  const words = useTexts(texts);
  const offset = useServerOffset();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{timePlayed(now + offset - Date.parse(since), words)}</span>;
}
