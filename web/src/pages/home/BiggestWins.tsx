import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { itemNameOf } from '../../shared/items/item-name.ts';
import { rarityStyle } from '../../shared/items/rarity.ts';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { PlayerLink } from '../../shared/parts/PlayerLink.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './BiggestWins.module.css';
import { texts } from './texts.ts';

const SHOWN = 8;
const EVERY_MS = 30_000;

/** The most valuable drops of the day, asked anew now and then: who opens a case here is not spoilt by a list of others. */
export function BiggestWins() {
  const { wins } = useTexts(texts);
  const { time } = useFormat();
  const query = useQuery({
    ...apiQuery('GET /live-drops/biggest', { query: { limit: SHOWN } }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section className={classes.wins}>
      <header className={classes.head}>
        <Icon name="trophy" />
        <h2>{wins.title}</h2>
        <span>{wins.since}</span>
      </header>
      <QueryState query={query} loading={<Skeletons count={SHOWN} height={70} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.none}>{wins.none}</p>
          ) : (
            <ol className={classes.list}>
              {data.map(({ key, item, userId, username, avatarUrl, createdAt }) => {
                const { weapon, finish, isStar } = itemNameOf(item.name);
                return (
                  <li key={key} style={rarityStyle(item.rarityColor)}>
                    <img src={item.imageUrl} alt="" width={64} height={48} loading="lazy" />
                    <span className={classes.words}>
                      <strong>{finish}</strong>
                      <span>
                        {isStar && '★ '}
                        {weapon}
                      </span>
                      <span className={classes.who} title={time(createdAt)}>
                        <Avatar name={username} url={avatarUrl} size={18} />
                        <PlayerLink id={userId}>{username}</PlayerLink>
                      </span>
                    </span>
                    <strong>
                      <Money cents={item.valueCentsBrl} tone="accent" />
                    </strong>
                  </li>
                );
              })}
            </ol>
          )
        }
      </QueryState>
    </section>
  );
}
