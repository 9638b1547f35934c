import { Link } from '@tanstack/react-router';
import type { Battle } from '../../shared/battles/battle.ts';
import { StepList } from '../../shared/fairness/StepList.tsx';
import { gameLink } from '../../shared/fairness/verify-link.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { VerifiedTick } from '../../shared/parts/VerifiedTick.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import type { CheckedBattle } from './check-battle.ts';
import classes from './Outcome.module.css';
import { texts as pageTexts } from './texts.ts';

/** What this page has checked itself, with its steps, and the way to the verifier. */
export function CheckedLine({ battle, checked }: { battle: Battle; checked: CheckedBattle | null }) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  const isWrong = checked?.verification.verdict === 'NOT VALID';
  return (
    <section className={classes.checked} data-wrong={isWrong}>
      <Icon name={isWrong ? 'alert' : 'shieldCheck'} />
      {checked === null ? (
        <strong>{texts.checking}</strong>
      ) : isWrong ? (
        <strong>{texts.checkedWrong}</strong>
      ) : (
        <>
          <strong>{texts.checked(number(checked.rolls))}</strong>
          <span>{checked.hadSeen ? texts.checkedSeen : texts.checkedUnseen}</span>
          <VerifiedTick>
            {checked.verification.parts.map(({ title, steps }) => (
              <details key={title} className={classes.part}>
                <summary>{title}</summary>
                <StepList steps={steps} />
              </details>
            ))}
          </VerifiedTick>
        </>
      )}
      <Link {...gameLink('battle', battle.id)} className={classes.way}>
        {texts.verify} <Icon name="chevronRight" size={16} />
      </Link>
    </section>
  );
}
