import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isApiError } from '../../data/api-error.ts';
import { apiQuery } from '../../data/queries.ts';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { Later } from '../../shared/states/Later.tsx';
import { PageLoading, Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { CaseHead } from './CaseHead.tsx';
import { Contents } from './contents/Contents.tsx';
import { RecentDrops } from './contents/RecentDrops.tsx';
import { OpeningArea } from './opening/OpeningArea.tsx';
import { texts } from './texts.ts';

export function CasePage() {
  const { slug } = useParams({ from: '/players/caixa/$slug' });
  const found = useQuery(apiQuery('GET /cases/{id}', { params: { id: slug } }));
  if (isApiError(found.error) && [400, 404].includes(found.error.status)) return <NoSuchCase />;
  return (
    <QueryState query={found} loading={<CaseLoading />}>
      {(shown) => (
        <>
          <OpeningArea key={shown.id} shown={shown} />
          <Later>
            <Contents shown={shown} />
            <RecentDrops caseId={shown.id} />
          </Later>
        </>
      )}
    </QueryState>
  );
}

/** Where it is drawn ahead, the server puts in the words of the case that is asked for. */
const WORDS = { name: '{{name}}', category: '{{category}}', description: '{{description}}' };

function CaseLoading() {
  if (!import.meta.env.SSR) return <PageLoading />;
  return (
    <div style={{ minHeight: '70vh' }}>
      <CaseHead shown={WORDS} />
      <Skeletons count={1} height={220} />
    </div>
  );
}

function NoSuchCase() {
  const { notFound, notFoundHint, seeCases } = useTexts(texts);
  const button = (
    <Button component={Link} to="/">
      {seeCases}
    </Button>
  );
  return (
    <EmptyState title={notFound} action={button}>
      {notFoundHint}
    </EmptyState>
  );
}
