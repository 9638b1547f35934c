import { type Battle, seatNameOf } from '../../../shared/battles/battle.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { ItemTile } from '../../../shared/items/ItemTile.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as pageTexts } from '../texts.ts';
import classes from './Outcome.module.css';

export function RoundTable({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  return (
    <details className={classes.table}>
      <summary>{texts.byRound}</summary>
      <ol>
        {battle.rounds.map(({ round, rolls }) => (
          <li key={round}>
            <h3>
              {texts.round} {number(round)} · {battle.cases.find((each) => each.round === round)?.caseName}
            </h3>
            <div>
              {rolls.map((roll) => (
                <ItemTile
                  key={roll.seat}
                  note={seatNameOf(battle.seats.find(({ seat }) => seat === roll.seat) ?? { user: null })}
                  item={{
                    name: roll.itemName,
                    imageUrl: roll.imageUrl,
                    rarityColor: roll.rarityColor,
                    valueCentsBrl: roll.valueCents,
                  }}
                />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}
