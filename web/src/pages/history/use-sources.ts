import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type AnswerOf, call } from '../../data/api.ts';
import type { Game } from './plays.ts';

const LIMIT = 20;
type Page = { meta: { page: number; limit: number; total: number } };
type Source =
  | 'GET /cases/openings'
  | 'GET /upgrade/history'
  | 'GET /battles/history'
  | 'GET /raffle/mine'
  | 'GET /event-shoot/history';
export type SourceQuery<Name extends Source> = UseInfiniteQueryResult<InfiniteData<AnswerOf<Name>>>;

const nextPage = ({ meta }: Page) => (meta.page * meta.limit < meta.total ? meta.page + 1 : undefined);

function useSource<Name extends Source>(name: Name, enabled: boolean): SourceQuery<Name> {
  return useInfiniteQuery({
    queryKey: [name, 'history'],
    queryFn: ({ pageParam }) =>
      call(name as 'GET /cases/openings', { query: { page: pageParam, limit: LIMIT } }) as Promise<AnswerOf<Name>>,
    initialPageParam: 1,
    getNextPageParam: (last) => nextPage(last as Page),
    enabled,
  });
}

export function useSources(wanted: Game | 'tudo') {
  const isWanted = (game: Game) => wanted === 'tudo' || wanted === game;
  return {
    caixas: useSource('GET /cases/openings', isWanted('caixas')),
    upgrades: useSource('GET /upgrade/history', isWanted('upgrades')),
    batalhas: useSource('GET /battles/history', isWanted('batalhas')),
    rifas: useSource('GET /raffle/mine', isWanted('rifas')),
    eventos: useSource('GET /event-shoot/history', isWanted('eventos')),
  };
}
