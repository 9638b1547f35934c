import type { BattleRtp, BotProfit, UpgradeBand } from '../../../data/generated/api.ts';
import { battleTexts } from '../../../shared/battles/texts.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import type { DayRange } from '../../range/ranges.ts';
import { useFigureColumns } from './columns.tsx';
import { ReportTable } from './ReportTable.tsx';
import { analyticsTexts } from './texts.ts';

/** Tells whether upgrades are won as often as their chances say. */
export function UpgradeReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const { percent } = useFormat();
  const { count, cents, ratio } = useFigureColumns();
  return (
    <ReportTable
      name="upgrades"
      query={useList('GET /admin/analytics/upgrade-stats', { query: range })}
      keyOf={({ fromPercent }: UpgradeBand) => String(fromPercent)}
      columns={[
        {
          id: 'band',
          header: texts.band,
          phone: 'title',
          cell: ({ fromPercent, toPercent }) => texts.between(percent(fromPercent), percent(toPercent)),
          csv: ({ fromPercent, toPercent }) => `${fromPercent}-${toPercent}`,
        },
        count('upgrades', texts.upgrades),
        count('upgradesWon', texts.upgradesWon),
        ratio('winRatePercent', texts.winRate),
        ratio('expectedWinRatePercent', texts.expectedRate),
        cents('wageredCents', texts.wagered),
        cents('wonCents', texts.won),
        cents('ggrCents', texts.ggr),
        ratio('rtpPercent', texts.rtp),
      ]}
    />
  );
}

export function BattleReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const modes: Readonly<Record<string, string>> = useTexts(battleTexts).modes;
  const { count, cents, ratio } = useFigureColumns();
  return (
    <ReportTable
      name="batalhas"
      query={useList('GET /admin/analytics/battle-rtp', { query: range })}
      keyOf={({ mode }: BattleRtp) => mode}
      columns={[
        {
          id: 'mode',
          header: texts.mode,
          phone: 'title',
          cell: ({ mode }) => modes[mode] ?? mode,
          csv: ({ mode }) => mode,
        },
        count('battles', texts.battles),
        cents('wageredCents', texts.wagered),
        cents('wonCents', texts.won),
        cents('ggrCents', texts.ggr),
        ratio('rtpPercent', texts.rtp),
      ]}
    />
  );
}

export function BotReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const modes: Readonly<Record<string, string>> = useTexts(battleTexts).modes;
  const { count, cents, ratio } = useFigureColumns();
  return (
    <ReportTable
      name="robos"
      query={useList('GET /admin/analytics/bot-profitability', { query: range })}
      keyOf={({ mode }: BotProfit) => mode}
      columns={[
        {
          id: 'mode',
          header: texts.mode,
          phone: 'title',
          cell: ({ mode }) => modes[mode] ?? mode,
          csv: ({ mode }) => mode,
        },
        count('botSeats', texts.botSeats),
        cents('wageredCents', texts.wagered),
        cents('wonCents', texts.won),
        cents('profitCents', texts.profit),
        ratio('returnPercent', texts.returned),
      ]}
    />
  );
}
