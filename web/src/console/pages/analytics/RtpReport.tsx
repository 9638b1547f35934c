import { Link } from '@tanstack/react-router';
import type { CaseRtp } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { RtpRows } from '../../charts/RtpRows.tsx';
import { rtpRowsOf } from '../../charts/rtp-rows.ts';
import { chartTexts } from '../../charts/texts.ts';
import { useList } from '../../data/use-list.ts';
import type { Column } from '../../parts/DataTable.tsx';
import type { DayRange } from '../../range/ranges.ts';
import classes from './analytics.module.css';
import { useFigureColumns } from './columns.tsx';
import { ReportTable } from './ReportTable.tsx';
import { analyticsTexts } from './texts.ts';

const CHARTED = 12;

export function RtpReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const chart = useTexts(chartTexts);
  const { percent } = useFormat();
  const { count, cents, ratio } = useFigureColumns();
  const query = useList('GET /admin/analytics/rtp-by-case', { query: range });
  const columns: Column<CaseRtp>[] = [
    {
      id: 'name',
      header: texts.case,
      phone: 'title',
      cell: ({ caseId, name }) => (
        <Link to={`/admin/caixas/${caseId}` as never} className={classes.link}>
          {name}
        </Link>
      ),
      csv: ({ name }) => name,
    },
    count('plays', texts.plays),
    cents('wageredCents', texts.wagered),
    cents('wonCents', texts.won),
    cents('ggrCents', texts.ggr),
    {
      id: 'interval',
      header: texts.interval,
      align: 'right',
      cell: ({ rtpLowPercent: low, rtpHighPercent: high }) =>
        low === null || high === null ? texts.unknown : texts.between(percent(low, 1), percent(high, 1)),
      csv: ({ rtpLowPercent, rtpHighPercent }) => `${rtpLowPercent ?? ''}-${rtpHighPercent ?? ''}`,
    },
    ratio('theoreticalRtpPercent', texts.theoretical),
    ratio('rtpPercent', texts.rtp),
  ];
  return (
    <ReportTable
      name="rtp"
      query={query}
      columns={columns}
      keyOf={({ caseId }) => caseId}
      above={({ data }) =>
        data.some(({ plays }) => plays > 0) && (
          <Panel title={texts.tabs.rtp} aside={chart.interval}>
            <RtpRows rows={rtpRowsOf(data, CHARTED)} />
          </Panel>
        )
      }
    />
  );
}
