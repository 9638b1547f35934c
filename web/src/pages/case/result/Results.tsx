import { useEffect, useRef } from 'react';
import { isSessionEnded } from '../../../data/api-error.ts';
import { useErrorText } from '../../../shared/errors/use-error-text.ts';
import { prefersReducedMotion } from '../../../shared/play/reduced-motion.ts';
import { playWin } from '../../../shared/play/sound.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { Notice, SessionEnded } from '../opening/Notice.tsx';
import type { Opened } from '../opening/types.ts';
import type { Phase } from '../opening/use-opening.ts';
import { texts } from '../texts.ts';
import classes from './Results.module.css';
import { useResults } from './use-results.ts';
import { WonMany } from './WonMany.tsx';
import { WonOne } from './WonOne.tsx';

/** Below the reel. Its place is taken by the press itself, so that nothing moves when the reel stops. */
export function Results({ phase, quantity, onKeep }: { phase: Phase; quantity: number; onKeep: () => void }) {
  if (phase.name === 'idle' || phase.name === 'failed') return null;
  if (phase.name === 'shown') {
    return (
      <div className={classes.results}>
        <Shown key={phase.opened.request.idempotencyKey} opened={phase.opened} onKeep={onKeep} />
      </div>
    );
  }
  return (
    <div className={classes.results} data-single={quantity === 1} aria-hidden="true">
      <Waiting count={quantity} />
    </div>
  );
}

function Waiting({ count }: { count: number }) {
  const { result } = useTexts(texts);
  return (
    <div className={classes.waiting}>
      <p>{result.waiting}</p>
      {count > 1 && (
        <div className={classes.list}>
          <Skeletons count={count} height={56} />
        </div>
      )}
    </div>
  );
}

function Shown({ opened, onKeep }: { opened: Opened; onKeep: () => void }) {
  const words = useTexts(texts);
  const { results, sold, sell, isSelling, error } = useResults(opened);
  const errorText = useErrorText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    playWin();
    // On a telephone it stands below what is seen.
    place.current?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'nearest' });
  }, []);
  const [first] = results;
  const sellQuietly = (openings: Parameters<typeof sell>[0]) => void sell(openings).catch(() => undefined);
  if (first === undefined) return null;
  return (
    <div ref={place} className={classes.shown}>
      {results.length === 1 ? (
        <WonOne
          result={first}
          sold={sold}
          isSelling={isSelling}
          onSell={() => sellQuietly([first.opening])}
          onKeep={onKeep}
        />
      ) : (
        <WonMany
          results={results}
          sold={sold}
          paidCents={opened.answer.totalCostCents}
          wonCents={opened.answer.totalWonCents}
          isSelling={isSelling}
          onSell={sellQuietly}
          onKeep={onKeep}
        />
      )}
      {isSessionEnded(error) ? (
        <SessionEnded />
      ) : (
        error !== null && <Notice title={words.result.notSold}>{errorText(error)}</Notice>
      )}
    </div>
  );
}
