import type { RiskPlays } from '../../../../data/generated/api.ts';
import { useFormat } from '../../../../shared/format/index.ts';
import { useTexts } from '../../../../shared/texts/index.ts';
import { gameWords } from '../../../game-words.ts';
import { StatRow, StatTile } from '../../../parts/StatTile.tsx';
import { texts as ownTexts } from '../texts.ts';
import classes from '../user.module.css';
import { BattlesTable } from './BattlesTable.tsx';
import { OpeningsTable } from './OpeningsTable.tsx';

export function PlaysTab({ userId, plays }: { userId: string; plays: RiskPlays }) {
  const texts = useTexts(ownTexts).games;
  const names: Readonly<Record<string, string>> = useTexts(gameWords);
  const { plural } = useFormat();
  return (
    <div className={classes.stack}>
      {plays.games.length > 0 && (
        <StatRow>
          {plays.games.map(({ game, plays: count, playsWon }) => (
            <StatTile
              key={game}
              label={names[game] ?? game}
              value={plural(count, texts.plays)}
              // Every case is won.
              {...(game !== 'CASES' && { note: plural(playsWon, texts.won) })}
            />
          ))}
        </StatRow>
      )}
      <OpeningsTable userId={userId} />
      <BattlesTable userId={userId} />
    </div>
  );
}
