import type { PlayedDays } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './GameTable.module.css';
import { texts } from './texts.ts';

/** The most wagered game comes first. */
export function GameTable({ played }: { played: PlayedDays }) {
  const words = useTexts(texts);
  const { money, number, percent } = useFormat();
  const games = played.games.toSorted((one, other) => Number(other.wageredCents) - Number(one.wageredCents));
  const most = Math.max(1, ...games.flatMap(({ wageredCents, wonCents }) => [Number(wageredCents), Number(wonCents)]));
  const width = (cents: string) => ({ width: `${(Number(cents) / most) * 100}%` });
  return (
    <table className={classes.games}>
      <thead>
        <tr>
          <th scope="col">{words.game}</th>
          <th scope="col">{words.plays}</th>
          <th scope="col">{words.wagered}</th>
          <th scope="col">{words.won}</th>
          <th scope="col">{words.back}</th>
        </tr>
      </thead>
      <tbody>
        {games.map(({ game, plays, wageredCents, wonCents }) => (
          <tr key={game}>
            <th scope="row">
              {words.games[game] ?? game}
              <span className={classes.bars} aria-hidden="true">
                <span className={classes.wagered} style={width(wageredCents)} />
                <span className={classes.won} style={width(wonCents)} />
              </span>
            </th>
            <td>{number(plays)}</td>
            <td>{money(wageredCents)}</td>
            <td>{money(wonCents)}</td>
            <td>{wageredCents === '0' ? '–' : percent((Number(wonCents) / Number(wageredCents)) * 100, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
