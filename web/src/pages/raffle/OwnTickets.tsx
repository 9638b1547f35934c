import { useFormat } from '../../shared/format/index.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './OwnTickets.module.css';
import type { Raffle } from './raffle.types.ts';
import { texts } from './texts.ts';

/** How many are the player's, and what share of all that is. */
export function OwnTickets({ raffle, owned }: { raffle: Raffle; owned: number }) {
  const { own: words, ticketWords } = useTexts(texts);
  const { number, percent, plural } = useFormat();
  return (
    <Panel
      title={words.title}
      aside={owned > 0 && <Badge tone="gold">{percent((owned / Math.max(1, raffle.ticketsSold)) * 100)}</Badge>}
    >
      {owned === 0 ? (
        <p className={classes.note}>{words.none}</p>
      ) : (
        <p className={classes.count}>{plural(owned, ticketWords)}</p>
      )}
      <p className={classes.note}>
        {raffle.maxTicketsPerUser === null ? words.noLimit : words.limit(number(raffle.maxTicketsPerUser))}
      </p>
    </Panel>
  );
}
