import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/format/index.ts';
import { useLanguage, useTexts } from '../../shared/texts/index.ts';
import { ChartTooltip, type TooltipLine } from './ChartTooltip.tsx';
import { changePercent } from './change.ts';
import classes from './charts.module.css';
import { shortDay, weekday } from './days.ts';
import { type FigureKind, type FigureWords, figureWords } from './figures.ts';
import { chartTexts } from './texts.ts';

const AXIS_TICKS = 4;

export interface ComparedPoint {
  day: string;
  now: number;
  before: number | null;
}

export function ComparedLine({
  name,
  points,
  kind,
  height = 260,
}: {
  name: string;
  points: readonly ComparedPoint[];
  kind: FigureKind;
  height?: number;
}) {
  const texts = useTexts(chartTexts);
  const words = figureWords(kind, useFormat());
  const change = useChangeLine();
  return (
    <DayLines
      name={name}
      points={points}
      series={[
        { name: 'before', color: 'var(--series-before)', isDashed: true },
        { name: 'now', color: 'var(--accent)', isDashed: false },
      ]}
      words={words}
      height={height}
      linesOf={({ now, before }) => [
        { name, value: words.full(now) },
        ...(before === null ? [] : [{ name: texts.shortBefore, value: words.full(before), tone: 'faint' as const }]),
        ...change(now, before),
      ]}
    />
  );
}

export function TwoLines({
  name,
  points,
  height = 180,
}: {
  name: string;
  points: readonly { day: string; first: number; second: number }[];
  height?: number;
}) {
  const texts = useTexts(chartTexts);
  const words = figureWords('money', useFormat());
  return (
    <DayLines
      name={name}
      points={points}
      series={[
        { name: 'second', color: 'var(--blue)', isDashed: false },
        { name: 'first', color: 'var(--accent)', isDashed: false },
      ]}
      words={words}
      height={height}
      linesOf={({ first, second }) => [
        { name: texts.deposits, value: words.full(first) },
        { name: texts.withdrawals, value: words.full(second) },
        { name: texts.difference, value: words.full(first - second), tone: first < second ? 'down' : 'up' },
      ]}
    />
  );
}

function useChangeLine(): (now: number, before: number | null) => TooltipLine[] {
  const texts = useTexts(chartTexts);
  const { percent } = useFormat();
  return (now, before) => {
    const change = changePercent(now, before);
    if (change === null) return [];
    const value = `${change > 0 ? '+' : ''}${percent(change, 1)}`;
    return [{ name: texts.difference, value, tone: change < 0 ? 'down' : 'up' }];
  };
}

interface Series<Point> {
  name: keyof Point & string;
  color: string;
  isDashed: boolean;
}

function DayLines<Point extends { day: string }>({
  name,
  points,
  series,
  words,
  height,
  linesOf,
}: {
  name: string;
  points: readonly Point[];
  series: readonly Series<Point>[];
  words: FigureWords;
  height: number;
  linesOf: (point: Point) => TooltipLine[];
}): ReactNode {
  const { language } = useLanguage();
  const texts = useTexts(chartTexts);
  const last = points.at(-1)?.day ?? '';
  return (
    <div
      className={classes.chart}
      role="img"
      aria-label={texts.chartOf(name, shortDay(points[0]?.day ?? last, language), shortDay(last, language))}
    >
      <AreaChart
        h={height}
        data={[...points]}
        dataKey="day"
        series={series.map(({ name: key, color, isDashed }) => ({
          name: key,
          color,
          ...(isDashed && { strokeDasharray: '4 4' }),
        }))}
        areaProps={(each) => ({
          isAnimationActive: false,
          ...(series.find(({ name: key }) => key === each.name)?.isDashed && { fill: 'none', strokeWidth: 1.5 }),
        })}
        areaChartProps={{ accessibilityLayer: false, margin: { top: 6, right: 6, bottom: 0, left: 0 } }}
        curveType="linear"
        withGradient
        withDots={points.length === 1}
        fillOpacity={0.22}
        strokeWidth={2}
        strokeDasharray="0"
        tickLine="none"
        gridAxis="x"
        gridColor="var(--line)"
        textColor="var(--text-faint)"
        valueFormatter={words.short}
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
