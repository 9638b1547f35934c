import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { PlayerLink } from '../../shared/parts/PlayerLink.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Buyers.module.css';
import type { Raffle } from './raffle.types.ts';
import { texts } from './texts.ts';

const SHOWN = 6;

export function Buyers({ raffle }: { raffle: Raffle }) {
  const { buyers, ticketWords } = useTexts(texts);
  const { plural } = useFormat();
  const query = useQuery(apiQuery('GET /raffle/{id}/buyers', { params: { id: raffle.id }, query: { limit: SHOWN } }));
  return (
    <Panel title={buyers.title} aside={query.data && plural(query.data.meta.total, buyers.count)}>
      <QueryState query={query} loading={<Skeletons count={2} height={34} />}>
        {({ data }) => (
          <ul className={classes.buyers}>
            {data.map(({ user, tickets }) => (
              <li key={user.id}>
                <Avatar name={user.username} url={user.avatarUrl} size={30} />
                <PlayerLink id={user.id}>{user.username}</PlayerLink>
                <span>{plural(tickets, ticketWords)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  );
}
