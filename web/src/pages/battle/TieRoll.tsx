import { type Battle, seatNameOf } from '../../shared/battles/battle.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './TieRoll.module.css';
import { texts as pageTexts } from './texts.ts';

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
            <Avatar name={seatNameOf(seat)} url={seat.user?.avatarUrl ?? null} size={52} isBot={seat.isBot} />
            <span>{seatNameOf(seat)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
