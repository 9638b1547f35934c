import { Button, SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type AddressValues, useAddressFilters } from '../../shared/lists/use-address-filters.ts';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { ErrorState } from '../../shared/states/ErrorState.tsx';
import { ForPlayers } from '../../shared/states/ForPlayers.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './HistoryPage.module.css';
import { PlayRow } from './PlayRow.tsx';
import { GAMES, type Game, hasOutcome, OUTCOMES, type Outcome } from './plays.ts';
import { texts } from './texts.ts';
import { usePlays } from './use-plays.ts';

interface HistoryAddress extends AddressValues {
  jogo?: Game | undefined;
  resultado?: Outcome | undefined;
}

export function HistoryPage() {
  const { logInTitle, logInWhy } = useTexts(texts);
  return (
    <ForPlayers title={logInTitle} why={logInWhy}>
      <OwnHistory />
    </ForPlayers>
  );
}

const KINDS = ['tudo', ...GAMES] as const;

function OwnHistory() {
  const words = useTexts(texts);
  const { filters, set } = useAddressFilters<HistoryAddress>();
  const game = KINDS.find((each) => each === filters.jogo) ?? 'tudo';
  const outcome = OUTCOMES.find((each) => each === filters.resultado) ?? 'todos';
  return (
    <>
      <PageTitle title={words.title} lead={words.lead} />
      <div className={classes.filters}>
        <SegmentedControl
          classNames={{ label: classes.segment ?? '' }}
          aria-label={words.gamesLabel}
          data={KINDS.map((value) => ({ value, label: words.games[value] }))}
          value={game}
          onChange={(value) => set({ jogo: GAMES.find((each) => each === value) })}
        />
        <SegmentedControl
          classNames={{ label: classes.segment ?? '' }}
          aria-label={words.outcomeLabel}
          data={OUTCOMES.map((value) => ({ value, label: words.outcomes[value] }))}
          value={outcome}
          onChange={(value) => set({ resultado: value === 'todos' ? undefined : (value as Outcome) })}
        />
      </div>
      <PlayList game={game} outcome={outcome} />
    </>
  );
}

function PlayList({ game, outcome }: { game: Game | 'tudo'; outcome: Outcome }) {
  const words = useTexts(texts);
  const { plays, isLoading, error, retry, loadMore, isLoadingMore } = usePlays(game);
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (isLoading) {
    return (
      <div className={classes.list}>
        <Skeletons count={8} height={72} />
      </div>
    );
  }
  const shown = plays.filter((play) => hasOutcome(play, outcome));
  const toCases = (
    <Button component={Link} to="/">
      {words.toCases}
    </Button>
  );
  return (
    <>
      {shown.length === 0 ? (
        plays.length === 0 ? (
          <EmptyState icon="history" title={words.empty} action={toCases}>
            {words.emptyHint}
          </EmptyState>
        ) : (
          <EmptyState icon="search" title={words.noneFound}>
            {words.noneFoundHint}
          </EmptyState>
        )
      ) : (
        <ol className={classes.list}>
          {shown.map((play) => (
            <PlayRow key={play.key} play={play} />
          ))}
        </ol>
      )}
      {loadMore !== null && (
        <div className={classes.more}>
          <Button variant="default" loading={isLoadingMore} onClick={loadMore}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}
