import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useFormat } from '../../shared/format/index.ts';
import { useLanguage, useTexts } from '../../shared/texts/index.ts';
import { ChartTooltip, type TooltipLine } from './ChartTooltip.tsx';
import classes from './charts.module.css';
import { shortDay, weekday } from './days.ts';
import { figureWords } from './figures.ts';
import { chartTexts } from './texts.ts';

const AXIS_TICKS = 4;

export interface BarSeries {
  key: string;
  name: string;
  color: string;
}

export function DayBars({
  name,
  points,
  series,
  height = 220,
}: {
  name: string;
  points: readonly ({ day: string } & Record<string, number | string>)[];
  series: readonly BarSeries[];
  height?: number;
}) {
  const { language } = useLanguage();
  const texts = useTexts(chartTexts);
  const words = figureWords('money', useFormat());
  const isStacked = series.length > 1;
  const linesOf = (point: Record<string, number | string>): TooltipLine[] =>
    series
      .map(({ key, name: each }) => ({ name: each, cents: Number(point[key] ?? 0) }))
      .filter(({ cents }) => cents !== 0 || !isStacked)
      .map(({ name: each, cents }) => ({ name: each, value: words.full(cents), ...(cents < 0 && { tone: 'down' }) }));
  const last = points.at(-1)?.day ?? '';
  return (
    <div
      className={classes.chart}
      role="img"
      aria-label={texts.chartOf(name, shortDay(points[0]?.day ?? last, language), shortDay(last, language))}
    >
      <BarChart
        h={height}
        data={[...points]}
        dataKey="day"
        series={series.map(({ key, color }) => ({ name: key, color }))}
        {...(isStacked ? { type: 'stacked' as const } : { getBarColor: colorBySign(series[0]?.color ?? '') })}
        barProps={{ isAnimationActive: false, radius: isStacked ? 0 : 2 }}
        barChartProps={{
          accessibilityLayer: false,
          stackOffset: 'sign',
          margin: { top: 6, right: 6, bottom: 0, left: 0 },
        }}
        maxBarWidth={26}
        strokeDasharray="0"
        tickLine="none"
        gridAxis="x"
        gridColor="var(--line)"
        textColor="var(--text-faint)"
        cursorFill="var(--line)"
        valueFormatter={words.short}
        referenceLines={[{ y: 0, color: 'var(--series-before)' }]}
        xAxisProps={{ tickFormatter: (day: string) => shortDay(day, language), minTickGap: 34 }}
        yAxisProps={{ tickCount: AXIS_TICKS, width: 56 }}
        tooltipProps={{
          content: ({ active, label }) => {
            const point = points.find(({ day }) => day === label);
            if (!active || point === undefined) return null;
            return <ChartTooltip title={weekday(point.day, language)} lines={linesOf(point)} />;
          },
        }}
      />
    </div>
  );
}

const colorBySign = (color: string) => (value: number) => (value < 0 ? 'var(--red)' : color);
