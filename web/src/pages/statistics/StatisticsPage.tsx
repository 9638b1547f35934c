import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlayedDays } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useAddressFilters } from '../../shared/lists/use-address-filters.ts';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { ForPlayers } from '../../shared/states/ForPlayers.tsx';
import { PageLoading } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { DayChart } from './DayChart.tsx';
import { Figures } from './Figures.tsx';
import { GameTable } from './GameTable.tsx';
import classes from './StatisticsPage.module.css';
import { texts } from './texts.ts';

const RANGES = [7, 30, 90] as const;

export function StatisticsPage() {
  const words = useTexts(texts);
  return (
    <>
      <PageTitle title={words.title} lead={words.lead} />
      <ForPlayers title={words.logInTitle} why={words.whyLogIn}>
        <Statistics />
      </ForPlayers>
    </>
  );
}

function Statistics() {
  const words = useTexts(texts);
  const { number } = useFormat();
  const { user } = useSession();
  const { filters, set } = useAddressFilters<{ dias: number }>();
  const days = RANGES.find((each) => each === Number(filters.dias)) ?? 30;
  const query = useQuery({
    ...apiQuery('GET /user/stats/daily', { query: { days } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={words.range}
          value={String(days)}
          data={RANGES.map((each) => ({ value: String(each), label: words.days(number(each)) }))}
          onChange={(value) => set({ dias: value === '30' ? undefined : Number(value) })}
        />
        <span className={classes.links}>
          {user !== null && (
            <Button
              component={Link}
              to="/jogador/$id"
              params={{ id: user.id } as never}
              variant="subtle"
              leftSection={<Icon name="user" />}
            >
              {words.profile}
            </Button>
          )}
          <Button
            component={Link}
            to="/carteira"
            search={{ aba: 'limites' } as never}
            variant="default"
            leftSection={<Icon name="shield" />}
          >
            {words.limits}
          </Button>
        </span>
      </div>
      <QueryState query={query} loading={<PageLoading />}>
        {(played) => <Shown played={played} />}
      </QueryState>
    </div>
  );
}

function Shown({ played }: { played: PlayedDays }) {
  const words = useTexts(texts);
  if (played.games.length === 0) {
    return (
      <EmptyState icon="chart" title={words.none}>
        {words.noneHint}
      </EmptyState>
    );
  }
  return (
    <>
      <Figures played={played} />
      <Panel title={words.byDay}>
        <DayChart played={played} />
      </Panel>
      <Panel title={words.byGame}>
        <GameTable played={played} />
        <p className={classes.note}>{words.tickets}</p>
      </Panel>
    </>
  );
}
