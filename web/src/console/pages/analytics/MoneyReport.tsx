import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { CsvButton } from '../../../shared/lists/CsvButton.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { asOnePage } from '../../data/as-one-page.ts';
import { StatRow, StatTile } from '../../parts/StatTile.tsx';
import type { DayRange } from '../../range/ranges.ts';
import classes from './analytics.module.css';
import { analyticsTexts } from './texts.ts';

interface Line {
  name: string;
  cents: number;
  /** It is null for a sum of other sums. */
  count: number | null;
  words: { one: string; other: string } | null;
}

export function MoneyReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const { counted } = texts;
  const report = useQuery(apiQuery('GET /admin/analytics/financial-overview', { query: range }));
  return (
    <QueryState query={report} loading={<Skeletons count={2} height={90} />}>
      {({ deposits, withdrawals, netDepositsCents, holds, liabilities }) => (
        <Figures
          moved={[
            { name: texts.deposits, words: counted.deposits, ...deposits },
            { name: texts.withdrawals, words: counted.withdrawals, ...withdrawals },
            { name: texts.net, words: null, count: null, cents: netDepositsCents },
          ]}
          owed={[
            { name: texts.balances, words: counted.players, ...liabilities.balances },
            { name: texts.inventory, words: counted.items, ...liabilities.inventory },
            { name: texts.holds, words: counted.holds, ...holds.open },
            { name: texts.owed, words: null, count: null, cents: liabilities.totalCents },
          ]}
        />
      )}
    </QueryState>
  );
}

function Figures({ moved, owed }: { moved: readonly Line[]; owed: readonly Line[] }) {
  const texts = useTexts(analyticsTexts);
  const { decimal } = useFormat();
  const lines = [...moved, ...owed];
  return (
    <>
      <Tiles lines={moved} />
      <Tiles lines={owed} />
      <div className={classes.file}>
        <CsvButton<Line>
          source={{
            name: texts.tabs.dinheiro,
            columns: [
              { header: texts.figure, csv: ({ name }) => name },
              { header: texts.quantity, csv: ({ count }) => count },
              { header: texts.sum, csv: ({ cents }) => decimal(cents) },
            ],
            pages: () => asOnePage(lines),
          }}
        />
      </div>
    </>
  );
}

function Tiles({ lines }: { lines: readonly Line[] }) {
  const { money, plural } = useFormat();
  return (
    <StatRow>
      {lines.map(({ name, words, count, cents }) => (
        <StatTile
          key={name}
          label={name}
          value={money(cents)}
          tone={cents < 0 ? 'red' : 'plain'}
          {...(count !== null && words !== null && { note: plural(count, words) })}
        />
      ))}
    </StatRow>
  );
}
