import { type Battle, seatNameOf } from '../../../shared/battles/battle.ts';
import { SeatAvatar } from '../../../shared/battles/SeatAvatar.tsx';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as pageTexts } from '../texts.ts';
import classes from './TieRoll.module.css';

/** Two or more are even: one more roll chooses among them. */
export function TieRoll({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const seats = battle.seats.filter(({ team }) => battle.tieBreak.contenders?.includes(team) === true);
  return (
    <section className={classes.tie} aria-live="polite">
      <h2>
        <Icon name="dice" size={22} /> {texts.tie}
      </h2>
      <p>{texts.tieRolling}</p>
      <ul>
        {seats.map((seat, index) => (
          <li key={seat.seat} style={{ animationDelay: `${index * 0.24}s` }}>
            <SeatAvatar seat={seat} size={52} />
            <span>{seatNameOf(seat)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
