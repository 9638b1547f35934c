import { useSession } from '../../data/session.ts';
import { useFormat } from '../../shared/format/index.ts';
import { ItemCard } from '../../shared/items/ItemCard.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { HashLine } from '../../shared/parts/HashLine.tsx';
import { PlayerLink } from '../../shared/parts/PlayerLink.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import type { CheckedRaffle } from './draw/check-raffle.ts';
import { PrizeTick } from './draw/PrizeTick.tsx';
import type { WonPrize } from './draw/use-draw-show.ts';
import classes from './Prizes.module.css';
import type { Raffle } from './raffle.types.ts';
import { texts } from './texts.ts';

/** Each prize shows the hash of its seed from the beginning, and its winner after the draw. */
export function Prizes({
  raffle,
  shown,
  checked,
}: {
  raffle: Raffle;
  /** During the draw only the winners that were shown are known. */
  shown: readonly WonPrize[];
  checked: CheckedRaffle | null;
}) {
  const { prizes, youWon } = useTexts(texts);
  const { number } = useFormat();
  const { user } = useSession();
  return (
    <section>
      <header className={classes.head}>
        <h2>{prizes.title}</h2>
        <p>{prizes.lead}</p>
      </header>
      <ul className={classes.list}>
        {raffle.prizes.map((prize, place) => {
          const won = shown.find(({ displayOrder }) => displayOrder === prize.displayOrder);
          const isMine = won !== undefined && won.winner.id === user?.id;
          return (
            <li key={prize.displayOrder}>
              <ItemCard
                item={prize.item}
                state={isMine ? 'waiting' : 'plain'}
                corner={
                  <span className={classes.place} data-place={place + 1}>
                    {prizes.place(number(place + 1))}
                  </span>
                }
              />
              <HashLine
                hash={prize.serverSeedHash}
                state={won === undefined ? 'before' : 'after'}
                label={prizes.hash}
              />
              {won !== undefined && (
                <p className={classes.winner}>
                  <Avatar name={won.winner.username} url={won.winner.avatarUrl} size={30} />
                  <span>
                    {prizes.winner}{' '}
                    <strong>
                      <PlayerLink id={won.winner.id}>{won.winner.username}</PlayerLink>
                    </strong>{' '}
                    · {prizes.ticket(number(won.winningTicket))}
                  </span>
                  <PrizeTick raffle={raffle} prize={won} checked={checked} />
                  {isMine && (
                    <Badge tone="gold" icon="trophy">
                      {youWon}
                    </Badge>
                  )}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
