import { useLive } from '../../data/live.ts';
import { invalidateSoon } from '../../data/queries.ts';
import { afterTheShow } from '../../data/spoilers.ts';
import { useServerNow } from '../../data/use-server-now.ts';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import { GAMES, type Game, type LoadedPlays, mergePlays, type Play } from './plays.ts';
import { battlePlay, openingPlay, rafflePlay, shotPlay, upgradePlay } from './shown-plays.ts';
import { texts } from './texts.ts';
import { useSources } from './use-sources.ts';

export interface Plays {
  plays: readonly Play[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  /** It is null where everything is shown. */
  loadMore: (() => void) | null;
  isLoadingMore: boolean;
}

/** Lists the plays of one game or of all. New plays join it after their show. */
export function usePlays(wanted: Game | 'tudo'): Plays {
  const words = useTexts(texts);
  const format = useFormat();
  const nowMs = useServerNow();
  const sources = useSources(wanted);
  const games = GAMES.filter((game) => wanted === 'tudo' || wanted === game);
  useLive('balance:updated', () =>
    afterTheShow(() =>
      invalidateSoon(
        'GET /cases/openings',
        'GET /upgrade/history',
        'GET /battles/history',
        'GET /raffle/mine',
        'GET /event-shoot/history',
      ),
    ),
  );
  const shown: Record<Game, readonly Play[]> = {
    caixas: entriesOf(sources.caixas).map((each) => openingPlay(each, words)),
    upgrades: entriesOf(sources.upgrades).map((each) => upgradePlay(each, words, format)),
    batalhas: entriesOf(sources.batalhas).map((each) => battlePlay(each, words, format, nowMs)),
    rifas: entriesOf(sources.rifas).map((each) => rafflePlay(each, words, format)),
    eventos: entriesOf(sources.eventos).map((each) => shotPlay(each, words, format)),
  };
  const loaded = games.map(
    (game): LoadedPlays => ({ game, plays: onceEach(shown[game]), hasMore: sources[game].hasNextPage }),
  );
  const { plays, next } = mergePlays(loaded);
  const failed = games.map((game) => sources[game]).find(({ isError }) => isError);
  return {
    plays,
    isLoading: games.some((game) => sources[game].isPending),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    loadMore: next === null ? null : () => void sources[next].fetchNextPage(),
    isLoadingMore: games.some((game) => sources[game].isFetchingNextPage),
  };
}

const entriesOf = <Entry>({ data }: { data?: { pages: readonly { data: readonly Entry[] }[] } | undefined }): Entry[] =>
  data?.pages.flatMap((page) => page.data) ?? [];

/** A page that was asked for after a new play begins with the end of the page before it. */
const onceEach = (plays: readonly Play[]): Play[] => [...new Map(plays.map((play) => [play.key, play])).values()];
