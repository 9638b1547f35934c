import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { apiQuery } from '../../data/queries.ts';
import { CaseCover } from '../../shared/items/CaseCover.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './HomePage.module.css';
import { texts } from './texts.ts';

export function HomePage() {
  const { title, badge, headline, lead, howToVerify, cases, none, noneHint } = useTexts(texts);
  const query = useQuery(apiQuery('GET /cases', { query: { limit: 24 } }));
  useEffect(() => {
    document.title = `${title} · Lisura`;
  }, [title]);
  return (
    <>
      <section className={classes.hero}>
        <Badge tone="accent" icon="shieldCheck">
          {badge}
        </Badge>
        <h1>{headline}</h1>
        <p>{lead}</p>
        <Button component={Link} to="/verificar" variant="default">
          {howToVerify}
        </Button>
      </section>
      <h2 className={classes.heading}>{cases}</h2>
      <div className={classes.grid}>
        <QueryState query={query} loading={<Skeletons count={8} height={244} />}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title={none}>{noneHint}</EmptyState>
            ) : (
              data.map((each) => <CaseCover key={each.id} shown={each} note={each.category} />)
            )
          }
        </QueryState>
      </div>
    </>
  );
}
