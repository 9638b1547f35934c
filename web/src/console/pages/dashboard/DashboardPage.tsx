import type { UseQueryResult } from '@tanstack/react-query';
import type { RtpByCase } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { ChartLegend } from '../../charts/ChartLegend.tsx';
import { besideBefore } from '../../charts/change.ts';
import { DayBars } from '../../charts/DayBars.tsx';
import { ComparedLine, TwoLines } from '../../charts/LineChart.tsx';
import { RtpRows } from '../../charts/RtpRows.tsx';
import { rtpRowsOf } from '../../charts/rtp-rows.ts';
import { chartTexts } from '../../charts/texts.ts';
import { useList } from '../../data/use-list.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { RangePicker } from '../../range/RangePicker.tsx';
import { useRange } from '../../range/use-range.ts';
import { AlertsPanel } from './AlertsPanel.tsx';
import type { Comparison } from './comparison.ts';
import classes from './dashboard.module.css';
import { QueuesPanel } from './QueuesPanel.tsx';
import { RecentPanel } from './RecentPanel.tsx';
import { Tiles } from './Tiles.tsx';
import { dashboardTexts } from './texts.ts';
import { useLiveFigures } from './use-live-figures.ts';

const RTP_ROWS = 6;

/** How the range went against the one before, what needs a person, and what happened last. */
export function DashboardPage() {
  const chosen = useRange();
  useLiveFigures();
  const query = chosen.range;
  const comparison = useList('GET /admin/dashboard/comparison', { query });
  const rtp = useList('GET /admin/analytics/rtp-by-case', { query });
  return (
    <ConsolePage title={chosen.title} lead={chosen.lead} actions={<RangePicker chosen={chosen} />}>
      <QueryState query={comparison} loading={<Skeletons count={3} height={220} />}>
        {(shown) => (
          <>
            <Tiles comparison={shown} rtp={rtp.data ?? null} />
            <div className={classes.grid}>
              <div className={classes.charts}>
                <RevenuePanel comparison={shown} />
                <RtpPanel query={rtp} />
                <GgrPanel comparison={shown} />
                <MoneyPanel comparison={shown} />
                <ActivePanel comparison={shown} />
              </div>
              <div className={classes.side}>
                <AlertsPanel />
                <QueuesPanel />
                <RecentPanel range={query} />
              </div>
            </div>
          </>
        )}
      </QueryState>
    </ConsolePage>
  );
}

function ComparedLegend() {
  const texts = useTexts(chartTexts);
  return (
    <ChartLegend
      entries={[
        { name: texts.now, mark: 'line' },
        { name: texts.before, mark: 'dashed' },
      ]}
    />
  );
}

function RevenuePanel({ comparison: { days, daysBefore } }: { comparison: Comparison }) {
  const texts = useTexts(dashboardTexts);
  return (
    <div className={classes.wide}>
      <Panel title={texts.revenueByDay} aside={<ComparedLegend />}>
        <ComparedLine
          name={texts.revenue}
          kind="money"
          points={besideBefore(days, daysBefore, ({ revenueCents }) => revenueCents)}
        />
      </Panel>
    </div>
  );
}

function GgrPanel({ comparison: { days } }: { comparison: Comparison }) {
  const texts = useTexts(dashboardTexts);
  const { plural } = useFormat();
  const losses = days.filter(({ ggrCents }) => ggrCents < 0).length;
  return (
    <Panel title={texts.ggrByDay} aside={losses > 0 ? plural(losses, texts.lossDays) : undefined}>
      <DayBars
        name={texts.ggr}
        points={days.map(({ date, ggrCents }) => ({ day: date, ggrCents }))}
        series={[{ key: 'ggrCents', name: texts.ggr, color: 'var(--blue)' }]}
        height={250}
      />
    </Panel>
  );
}

function RtpPanel({ query }: { query: UseQueryResult<RtpByCase> }) {
  const texts = useTexts(dashboardTexts);
  const { interval } = useTexts(chartTexts);
  return (
    <Panel title={texts.rtpByCase} aside={interval}>
      <QueryState query={query} loading={<Skeletons count={5} height={30} />}>
        {({ data }) => {
          const rows = rtpRowsOf(data, RTP_ROWS);
          return rows.length === 0 ? <p className={classes.empty}>{texts.noPlays}</p> : <RtpRows rows={rows} />;
        }}
      </QueryState>
    </Panel>
  );
}

function MoneyPanel({ comparison: { days } }: { comparison: Comparison }) {
  const texts = useTexts(dashboardTexts);
  const chart = useTexts(chartTexts);
  return (
    <Panel
      title={texts.moneyByDay}
      aside={
        <ChartLegend
          entries={[
            { name: chart.deposits, mark: 'line' },
            { name: chart.withdrawals, mark: 'second' },
          ]}
        />
      }
    >
      <TwoLines
        name={texts.moneyByDay}
        points={days.map(({ date, depositsCents, withdrawalsCents }) => ({
          day: date,
          first: depositsCents,
          second: withdrawalsCents,
        }))}
        height={220}
      />
    </Panel>
  );
}

function ActivePanel({ comparison: { days, daysBefore } }: { comparison: Comparison }) {
  const texts = useTexts(dashboardTexts);
  return (
    <Panel title={texts.activeByDay} aside={<ComparedLegend />}>
      <ComparedLine
        name={texts.active}
        kind="count"
        points={besideBefore(days, daysBefore, ({ activeUsers }) => activeUsers)}
        height={220}
      />
    </Panel>
  );
}
