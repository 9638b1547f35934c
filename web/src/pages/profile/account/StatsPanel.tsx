import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeleton } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from '../profile.module.css';
import { texts as allTexts } from './texts.ts';

const HEIGHT = 230;

export function StatsPanel() {
  const texts = useTexts(allTexts).stats;
  const { money, number } = useFormat();
  const query = useQuery(apiQuery('GET /user/stats'));
  return (
    <Panel title={texts.title}>
      <QueryState query={query} loading={<Skeleton height={HEIGHT} />}>
        {(stats) => {
          const lines = [
            [texts.cases, number(stats.casesOpened)],
            [texts.battles, texts.won(number(stats.battlesWon), number(stats.battlesPlayed))],
            [texts.upgrades, texts.won(number(stats.upgradesWon), number(stats.upgradesMade))],
            [texts.wagered, money(stats.wageredCents)],
            [texts.received, money(stats.wonCents)],
            [texts.best, money(stats.bestWinCents)],
          ] as const;
          return (
            <dl className={classes.stats}>
              {lines.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          );
        }}
      </QueryState>
    </Panel>
  );
}
