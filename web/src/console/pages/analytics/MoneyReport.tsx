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
  /** Null of a sum of others. */
  count: number | null;
  cents: number;
}

/** Money that came in and went out, and what the house owes now. */
export function MoneyReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const report = useQuery(apiQuery('GET /admin/analytics/financial-overview', { query: range }));
  return (
    <QueryState query={report} loading={<Skeletons count={2} height={90} />}>
      {({ deposits, withdrawals, netDepositsCents, holds, liabilities }) => (
        <Figures
          moved={[
            { name: texts.deposits, ...deposits },
            { name: texts.withdrawals, ...withdrawals },
            { name: texts.net, count: null, cents: netDepositsCents },
          ]}
          owed={[
            { name: texts.balances, ...liabilities.balances },
            { name: texts.inventory, ...liabilities.inventory },
            { name: texts.holds, ...holds.open },
            { name: texts.owed, count: null, cents: liabilities.totalCents },
          ]}
        />
      )}
    </QueryState>
  );
}

/** As tiles, and as a file. */
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
              { header: texts.records, csv: ({ count }) => count },
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
  const texts = useTexts(analyticsTexts);
  const { money, number } = useFormat();
  return (
    <StatRow>
      {lines.map(({ name, count, cents }) => (
        <StatTile
          key={name}
          label={name}
          value={money(cents)}
          tone={cents < 0 ? 'red' : 'plain'}
          {...(count !== null && { note: texts.counted(number(count)) })}
        />
      ))}
    </StatRow>
  );
}
