import { Fragment } from 'react';
import { Icon } from '../icons/index.tsx';
import { PlayerLink } from '../parts/PlayerLink.tsx';
import { useTexts } from '../texts/index.ts';
import { type BattleSummary, placesOf } from './battle.ts';
import classes from './battles.module.css';
import { SeatAvatar } from './SeatAvatar.tsx';
import { battleTexts } from './texts.ts';

/** Shows players and free seats. `winningTeam` is told only once the show is over. */
export function SeatRow({
  battle,
  winningTeam,
}: {
  battle: Pick<BattleSummary, 'seats' | 'seatCount' | 'isTeams'>;
  winningTeam: number | null;
}) {
  const texts = useTexts(battleTexts);
  return (
    <span className={classes.seats}>
      {placesOf(battle.seats, battle.seatCount).map((seat, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The place is what it is.
        <Fragment key={index}>
          {battle.isTeams && index === 2 && (
            <span className={classes.against}>
              <span aria-hidden="true">×</span>
              <span className="visually-hidden">{texts.against}</span>
            </span>
          )}
          {seat === null ? (
            <span className={classes.free} role="img" aria-label={texts.freeSeat}>
              <Icon name="plus" size={16} />
            </span>
          ) : (
            <span className={classes.seat} data-winner={seat.team === winningTeam}>
              {seat.user === null ? (
                <SeatAvatar seat={seat} size={44} />
              ) : (
                <PlayerLink id={seat.user.id}>
                  <SeatAvatar seat={seat} size={44} />
                </PlayerLink>
              )}
              {seat.team === winningTeam && (
                <span className={classes.crown}>
                  <Icon name="crown" size={14} label={texts.winner} />
                </span>
              )}
            </span>
          )}
        </Fragment>
      ))}
    </span>
  );
}
