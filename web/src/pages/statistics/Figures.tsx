import { useQuery } from '@tanstack/react-query';
import type { PlayedDays } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Figures.module.css';
import { texts } from './texts.ts';
import { totalsOf } from './totals.ts';

export function Figures({ played }: { played: PlayedDays }) {
  const words = useTexts(texts);
  const { money, signedMoney, number } = useFormat();
  const { data: ever } = useQuery(apiQuery('GET /user/stats'));
  const { plays, wageredCents, wonCents } = totalsOf(played);
  const balanceCents = wonCents - wageredCents;
  const figures = [
    [words.wagered, money(wageredCents), ever && words.allTime(ever.wageredFormatted)],
    [words.won, money(wonCents), ever && words.allTime(ever.wonFormatted)],
    [words.balance, signedMoney(balanceCents), ever && words.allTime(signedMoney(ever.profitCents))],
    [words.plays, number(plays), ever && `${words.best}: ${money(ever.bestWinCents)}`],
  ] as const;
  return (
    <dl className={classes.figures}>
      {figures.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            <small>{more ?? ' '}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
