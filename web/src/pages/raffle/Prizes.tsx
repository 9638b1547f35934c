import { useSession } from '../../data/session.ts';
import { useFormat } from '../../shared/format/index.ts';
import { ItemCard } from '../../shared/items/ItemCard.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { HashLine } from '../../shared/parts/HashLine.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Prizes.module.css';
import type { Raffle } from './raffle.types.ts';
import { texts } from './texts.ts';

/** Each prize with the hash of its seed from the beginning, and, once it is drawn, who has it. */
export function Prizes({ raffle }: { raffle: Raffle }) {
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
        {raffle.prizes.map(({ displayOrder, item, serverSeedHash, winner, winningTicket }, place) => (
          <li key={displayOrder}>
            <ItemCard
              item={item}
              state={winner !== null && winner.id === user?.id ? 'waiting' : 'plain'}
              corner={<span className={classes.place}>{prizes.place(number(place + 1))}</span>}
            />
            <HashLine hash={serverSeedHash} state={winner === null ? 'before' : 'after'} label={prizes.hash} />
            {winner !== null && winningTicket !== null && (
              <p className={classes.winner}>
                <Avatar name={winner.username} url={winner.avatarUrl} size={30} />
                <span>
                  {prizes.winner} <strong>{winner.username}</strong> · {prizes.ticket(number(winningTicket))}
                </span>
                {winner.id === user?.id && (
                  <Badge tone="gold" icon="trophy">
                    {youWon}
                  </Badge>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
