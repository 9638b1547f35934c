import { useEffect, useRef } from 'react';
import type { Battle } from '../../../shared/battles/battle.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { prefersReducedMotion } from '../../../shared/play/reduced-motion.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as pageTexts } from '../texts.ts';
import classes from './RoundStrip.module.css';

/** Known rounds have a tick, and the present one stays in sight. */
export function RoundStrip({ battle, round, shown }: { battle: Battle; round: number | null; shown: number }) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const element = strip.current;
    const now = element?.children[(round ?? 1) - 1];
    if (element === null || !(now instanceof HTMLElement)) return;
    const left = now.offsetLeft - (element.clientWidth - now.clientWidth) / 2;
    element.scrollTo({ left, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, [round]);
  return (
    <div className={classes.rounds}>
      <p className={classes.count}>
        {round === null ? texts.rounds : texts.round}
        <strong>
          {round === null ? (
            number(battle.cases.length)
          ) : (
            <>
              {number(round)}
              <small>/{number(battle.cases.length)}</small>
            </>
          )}
        </strong>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls, so the keyboard must reach it. */}
      <ol ref={strip} className={classes.strip} aria-label={texts.rounds} tabIndex={0}>
        {battle.cases.map((each) => (
          <li key={each.round} data-state={stateOf(each.round, round, shown)}>
            <span className={classes.chest}>
              <img src={each.imageUrl} alt="" width={64} height={50} decoding="async" />
              {each.round <= shown && (
                <span className={classes.done}>
                  <Icon name="check" size={13} />
                </span>
              )}
            </span>
            <span className={classes.name}>{each.caseName}</span>
          </li>
        ))}
      </ol>
      <RoundFacts battle={battle} round={round} />
    </div>
  );
}

const stateOf = (each: number, round: number | null, shown: number) =>
  each === round && each > shown ? 'now' : each <= shown ? 'done' : 'later';

/** Shows the price and the best item of the present round, or of the first. */
function RoundFacts({ battle, round }: { battle: Battle; round: number | null }) {
  const texts = useTexts(pageTexts);
  const { money } = useFormat();
  const played = battle.cases.find((each) => each.round === (round ?? 1));
  const items = battle.versions.find(
    ({ caseId, versionNumber }) => caseId === played?.caseId && versionNumber === played.versionNumber,
  )?.items;
  const best = Math.max(0, ...(items ?? []).map(({ valueCents }) => Number(valueCents ?? 0)));
  return (
    <p className={classes.facts}>
      {round === null ? texts.firstRound : texts.thisRound}
      <strong>{played?.caseName}</strong>
      <span>
        {money(played?.priceCents ?? '0')} · {texts.upTo(money(best))}
      </span>
    </p>
  );
}
