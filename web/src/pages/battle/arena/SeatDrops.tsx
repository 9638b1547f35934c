import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { rarityStyle } from '../../../shared/items/rarity.ts';
import classes from './SeatPanel.module.css';
import type { SeatRoll } from './standing.ts';

/** The newest drop stays in sight; a tick shows that this page has checked it. */
export function SeatDrops({
  rolls,
  rounds,
  most,
  shown,
  isChecked,
}: {
  rolls: readonly SeatRoll[];
  rounds: number;
  most: number;
  shown: number;
  isChecked: boolean;
}) {
  const { number, money } = useFormat();
  const first = Math.max(0, Math.min(shown - most + 2, rounds - most));
  const places = Array.from({ length: Math.min(most, rounds) }, (_, index) => first + index);
  return (
    <ol className={classes.drops}>
      {places.map((place) => {
        const roll = place < shown ? rolls[place] : undefined;
        return (
          <li
            key={place}
            data-state={roll === undefined ? (place === shown ? 'now' : 'later') : 'done'}
            style={roll && rarityStyle(roll.rarityColor)}
            title={roll?.itemName}
          >
            {roll === undefined ? (
              <>
                {number(place + 1)}
                {place === shown && <span className={classes.rolling} aria-hidden="true" />}
              </>
            ) : (
              <>
                <img src={roll.imageUrl} alt={roll.itemName} decoding="async" />
                <span>{money(roll.valueCents).replace(/^R\$\s?/, '')}</span>
                {isChecked && (
                  <span className={classes.tick}>
                    <Icon name="check" size={11} />
                  </span>
                )}
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
