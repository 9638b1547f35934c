import type { Battle } from '../../../shared/battles/battle.ts';
import { SeatAvatar } from '../../../shared/battles/SeatAvatar.tsx';
import { SeatName } from '../../../shared/battles/SeatName.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { Money } from '../../../shared/parts/Money.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { type Seat, seatStyle } from '../arena/SeatPanel.tsx';
import { texts as pageTexts } from '../texts.ts';
import classes from './Outcome.module.css';
import { ranked } from './outcome.ts';

export function Scoreboard({ battle }: { battle: Battle }) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  const isFirst = ({ isWinner }: Seat) => isWinner === true && battle.mode !== 'SHARED';
  const most = Math.max(1, ...battle.seats.map(({ totalCents }) => Number(totalCents ?? 0)));
  return (
    <div className={classes.score}>
      <Panel title={texts.finalScore}>
        <ol>
          {ranked(battle).map((seat, index) => (
            <li key={seat.seat} style={seatStyle(seat.seat, isFirst(seat))} data-winner={isFirst(seat)}>
              <span className={classes.place}>{texts.place(number(index + 1))}</span>
              <SeatAvatar seat={seat} size={36} />
              <span className={classes.line}>
                <strong dir="auto">
                  <SeatName seat={seat} />
                </strong>
                <span className={classes.scale} aria-hidden="true">
                  <span style={{ width: `${(Number(seat.totalCents ?? 0) / most) * 100}%` }} />
                </span>
              </span>
              <strong className={classes.points}>
                <Money cents={seat.totalCents ?? '0'} />
              </strong>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}
