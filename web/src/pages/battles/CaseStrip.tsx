import type { BattleSummary } from '../../shared/battles/battle.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './BattlesPage.module.css';
import { texts as pageTexts } from './texts.ts';

const SHOWN = 6;

/** The first `roundsShown` rounds are played; null where none is. */
export function CaseStrip({ cases, roundsShown }: { cases: BattleSummary['cases']; roundsShown: number | null }) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  // The present round stays in sight; after the last one the strip returns to the first.
  const isOver = roundsShown === cases.length;
  const first = isOver ? 0 : Math.max(0, Math.min((roundsShown ?? 0) - 2, cases.length - SHOWN));
  const rest = cases.length - first - SHOWN;
  return (
    <span className={classes.strip}>
      {cases.slice(first, first + SHOWN).map(({ round, caseName, imageUrl }) => (
        <span
          key={round}
          className={classes.chest}
          data-state={roundsShown === null ? 'later' : stateOf(round, roundsShown)}
        >
          <img src={imageUrl} alt={caseName} width={44} height={36} loading="lazy" decoding="async" />
          {roundsShown !== null && round <= roundsShown && (
            <span className={classes.done}>
              <Icon name="check" size={12} />
            </span>
          )}
        </span>
      ))}
      {rest > 0 && <span className={classes.rest}>{texts.more(number(rest))}</span>}
    </span>
  );
}

const stateOf = (round: number, shown: number) => (round <= shown ? 'done' : round === shown + 1 ? 'now' : 'later');
