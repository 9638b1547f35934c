import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './OwnTickets.module.css';
import type { Raffle } from './raffle.types.ts';
import { texts } from './texts.ts';

const SHOWN = 24;

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
        <>
          <p className={classes.count}>{plural(owned, ticketWords)}</p>
          <Numbers raffleId={raffle.id} owned={owned} />
        </>
      )}
      <p className={classes.note}>
        {raffle.maxTicketsPerUser === null ? words.noLimit : words.limit(number(raffle.maxTicketsPerUser))}
      </p>
    </Panel>
  );
}

function Numbers({ raffleId, owned }: { raffleId: string; owned: number }) {
  const { own: words } = useTexts(texts);
  const { number } = useFormat();
  const { data } = useQuery(
    apiQuery('GET /raffle/{id}/tickets/mine', { params: { id: raffleId }, query: { limit: SHOWN } }),
  );
  const numbers = (data?.data ?? [])
    .flatMap(({ firstTicket, tickets }) =>
      Array.from({ length: Math.min(SHOWN, tickets) }, (_, place) => firstTicket + place),
    )
    .toSorted((one, other) => one - other)
    .slice(0, SHOWN);
  return (
    <>
      <ul className={classes.numbers} aria-label={words.numbers}>
        {numbers.map((ticket) => (
          <li key={ticket}>{number(ticket)}</li>
        ))}
      </ul>
      {owned > numbers.length && numbers.length > 0 && (
        <p className={classes.note}>{words.more(number(owned - numbers.length))}</p>
      )}
    </>
  );
}
