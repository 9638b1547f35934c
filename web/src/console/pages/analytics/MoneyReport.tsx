import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { StatRow, StatTile } from '../../parts/StatTile.tsx';
import type { DayRange } from '../../range/ranges.ts';
import { analyticsTexts } from './texts.ts';

/** Money that came in and went out, and what the house owes now. */
export function MoneyReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const { money, number } = useFormat();
  const report = useQuery(apiQuery('GET /admin/analytics/financial-overview', { query: range }));
  const tile = (label: string, { count, cents }: { count: number; cents: number }) => (
    <StatTile label={label} value={money(cents)} note={texts.counted(number(count))} />
  );
  return (
    <QueryState query={report} loading={<Skeletons count={2} height={90} />}>
      {({ deposits, withdrawals, netDepositsCents, holds, liabilities }) => (
        <>
          <StatRow>
            {tile(texts.deposits, deposits)}
            {tile(texts.withdrawals, withdrawals)}
            <StatTile label={texts.net} value={money(netDepositsCents)} tone={netDepositsCents < 0 ? 'red' : 'plain'} />
          </StatRow>
          <StatRow>
            {tile(texts.balances, liabilities.balances)}
            {tile(texts.inventory, liabilities.inventory)}
            {tile(texts.holds, holds.open)}
            <StatTile label={texts.owed} value={money(liabilities.totalCents)} />
          </StatRow>
        </>
      )}
    </QueryState>
  );
}
