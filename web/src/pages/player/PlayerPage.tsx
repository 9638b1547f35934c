import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Drop, PublicProfile } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { ItemCard } from '../../shared/items/ItemCard.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { PageLoading } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './PlayerPage.module.css';
import { texts } from './texts.ts';

export function PlayerPage() {
  const { id } = useParams({ from: '/players/jogador/$id' });
  const query = useQuery(apiQuery('GET /users/{id}/profile', { params: { id } }));
  return (
    <QueryState query={query} loading={<PageLoading />}>
      {(profile) => <Profile profile={profile} />}
    </QueryState>
  );
}

function Profile({ profile }: { profile: PublicProfile }) {
  const words = useTexts(texts);
  const { number, plural, month } = useFormat();
  const { user } = useSession();
  const { username, avatarUrl, level, plays, nextLevelPlays } = profile;
  useEffect(() => {
    document.title = `${username} · Lisura`;
  }, [username]);
  const isOwn = user?.id === profile.id;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Avatar name={username} url={avatarUrl} size={112} />
        <div className={classes.words}>
          <h1 dir="auto">{username}</h1>
          <p>{words.since(month(profile.memberSince))}</p>
          <div className={classes.level} title={words.levelHint}>
            <Badge tone="gold" icon="star">
              {words.level(number(level))}
            </Badge>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: `${shareOfLevel(profile) * 100}%` }} />
            </span>
            <span>
              <strong>{plural(plays, words.plays)}</strong> ·{' '}
              {words.toNext(number(nextLevelPlays - plays), number(level + 1))}
            </span>
          </div>
        </div>
        <div className={classes.acts}>
          {isOwn ? (
            <>
              <p>{words.own}</p>
              <Button component={Link} to="/estatisticas" variant="default" leftSection={<Icon name="chart" />}>
                {words.statistics}
              </Button>
            </>
          ) : (
            <Button
              component={Link}
              to="/trocas"
              search={{ aba: 'mine', para: profile.id } as never}
              variant="default"
              leftSection={<Icon name="swap" />}
            >
              {words.offer}
            </Button>
          )}
        </div>
      </header>
      <section>
        <h2 className={classes.heading}>{words.bestWins}</h2>
        {profile.bestWins.length === 0 ? (
          <p className={classes.none}>{words.noWins}</p>
        ) : (
          <ul className={classes.wins}>
            {profile.bestWins.map((win) => (
              <li key={win.key}>
                <ItemCard item={win.item} note={<Origin win={win} />} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** Where it was won, with a way there. */
function Origin({ win }: { win: Drop }) {
  const words = useTexts(texts);
  const { ago } = useFormat();
  return (
    <>
      {ago(win.createdAt)}{' '}
      {win.battleId === null ? (
        words.fromCase(win.caseName)
      ) : (
        <Link to="/batalha/$id" params={{ id: win.battleId }} className={classes.origin}>
          {words.fromBattle}
        </Link>
      )}
    </>
  );
}

/** The done part of the present level is between 0 and 1. */
function shareOfLevel({ level, plays, nextLevelPlays }: PublicProfile): number {
  const from = (nextLevelPlays / level ** 2) * (level - 1) ** 2;
  return (plays - from) / (nextLevelPlays - from);
}
