import type { GgrDay } from '../../../data/generated/api.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useLanguage, useTexts } from '../../../shared/texts/index.ts';
import { ChartLegend } from '../../charts/ChartLegend.tsx';
import { DayBars } from '../../charts/DayBars.tsx';
import { fullDay } from '../../charts/days.ts';
import { useList } from '../../data/use-list.ts';
import { gameWords } from '../../game-words.ts';
import { addDays, type DayRange, daysOf } from '../../range/ranges.ts';
import { useFigureColumns } from './columns.tsx';
import { ReportTable } from './ReportTable.tsx';
import { analyticsTexts } from './texts.ts';

const COLORS = ['var(--blue)', 'var(--mode-shared)', 'var(--orange)', 'var(--mode-terminal)', 'var(--gold)'];

export function GgrReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const { language } = useLanguage();
  const { count, cents } = useFigureColumns();
  const query = useList('GET /admin/analytics/ggr', { query: range });
  const names: Readonly<Record<string, string>> = useTexts(gameWords);
  const gameOf = (type: string) => names[type] ?? type;
  const seriesOf = (rows: readonly GgrDay[]) =>
    [...new Set(rows.map(({ type }) => type))].map((type, index) => ({
      key: type,
      name: gameOf(type),
      color: COLORS[index % COLORS.length] ?? '',
    }));
  return (
    <ReportTable
      name="ggr"
      query={query}
      keyOf={({ day, type }: GgrDay) => `${day}-${type}`}
      columns={[
        {
          id: 'day',
          header: texts.day,
          phone: 'title',
          cell: ({ day }) => fullDay(day, language),
          csv: ({ day }) => day,
        },
        { id: 'type', header: texts.game, cell: ({ type }) => gameOf(type), csv: ({ type }) => type },
        count('plays', texts.plays),
        cents('wageredCents', texts.wagered),
        cents('wonCents', texts.won),
        cents('ggrCents', texts.ggr),
      ]}
      above={({ data }) => (
        <Panel
          title={texts.tabs.ggr}
          aside={<ChartLegend entries={seriesOf(data).map(({ name, color }) => ({ name, color, mark: 'block' }))} />}
        >
          <DayBars name={texts.ggr} points={byDay(data, range)} series={seriesOf(data)} height={260} />
        </Panel>
      )}
    />
  );
}

function byDay(rows: readonly GgrDay[], range: DayRange): ({ day: string } & Record<string, number | string>)[] {
  return Array.from({ length: daysOf(range) }, (_, index) => {
    const day = addDays(range.from, index);
    const ofDay = rows.filter((row) => row.day === day).map(({ type, ggrCents }) => [type, ggrCents] as const);
    return { day, ...Object.fromEntries(ofDay) };
  });
}
