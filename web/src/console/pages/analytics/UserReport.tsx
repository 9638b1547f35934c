import type { ActivityDay } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useLanguage, useTexts } from '../../../shared/texts/index.ts';
import { fullDay } from '../../charts/days.ts';
import { ComparedLine } from '../../charts/LineChart.tsx';
import { useList } from '../../data/use-list.ts';
import { StatRow, StatTile } from '../../parts/StatTile.tsx';
import type { DayRange } from '../../range/ranges.ts';
import { useFigureColumns } from './columns.tsx';
import { ReportTable } from './ReportTable.tsx';
import { analyticsTexts } from './texts.ts';

export function UserReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const { language } = useLanguage();
  const { number } = useFormat();
  const { count } = useFigureColumns();
  return (
    <ReportTable
      name="usuarios"
      query={useList('GET /admin/analytics/user-stats', { query: range })}
      keyOf={({ day }: ActivityDay) => day}
      columns={[
        {
          id: 'day',
          header: texts.day,
          phone: 'title',
          cell: ({ day }) => fullDay(day, language),
          csv: ({ day }) => day,
        },
        count('activeUsers', texts.active),
        count('newUsers', texts.fresh),
        count('retainedUsers', texts.retained),
      ]}
      above={({ data, total }) => (
        <>
          <StatRow>
            <StatTile label={texts.users} value={number(total.users)} />
            <StatTile label={texts.active} value={number(total.activeUsers)} />
            <StatTile label={texts.fresh} value={number(total.newUsers)} />
            <StatTile label={texts.retained} value={number(total.retainedUsers)} />
          </StatRow>
          {data.length > 0 && (
            <Panel title={texts.active}>
              <ComparedLine
                name={texts.active}
                kind="count"
                points={data.map(({ day, activeUsers }) => ({ day, now: activeUsers, before: null }))}
                height={220}
              />
            </Panel>
          )}
        </>
      )}
    />
  );
}
