import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { PlayedDays } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './DayChart.module.css';
import { texts } from './texts.ts';

/** A day is a date of São Paulo and no moment: noon is in it wherever somebody looks. */
const noonOf = (date: string) => `${date}T15:00:00.000Z`;

export function DayChart({ played }: { played: PlayedDays }) {
  const words = useTexts(texts);
  const { date, money, wholeMoney } = useFormat();
  const data = played.days.map((day) => ({
    day: date(noonOf(day.date)).slice(0, 5),
    wagered: Number(day.wageredCents),
    won: Number(day.wonCents),
  }));
  return (
    <div
      className={classes.chart}
      role="img"
      aria-label={words.chart(date(noonOf(played.first)), date(noonOf(played.last)))}
    >
      <BarChart
        h={280}
        data={data}
        dataKey="day"
        withLegend
        legendProps={{ verticalAlign: 'top' }}
        series={[
          { name: 'wagered', label: words.wagered, color: 'var(--blue)' },
          { name: 'won', label: words.won, color: 'var(--accent)' },
        ]}
        valueFormatter={(cents) => money(Math.round(cents))}
        yAxisProps={{ width: 78, tickCount: 4, tickFormatter: (cents: number) => wholeMoney(Math.round(cents)) }}
        xAxisProps={{ minTickGap: 18 }}
        barProps={{ radius: [4, 4, 0, 0], isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
        maxBarWidth={18}
        strokeDasharray="0"
        tickLine="none"
        gridAxis="x"
        gridColor="var(--line)"
        textColor="var(--text-secondary)"
        cursorFill="var(--line)"
      />
    </div>
  );
}
