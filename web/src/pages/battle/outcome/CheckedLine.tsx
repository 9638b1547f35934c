import { Link } from '@tanstack/react-router';
import type { Battle } from '../../../shared/battles/battle.ts';
import { GameTick } from '../../../shared/fairness/GameTick.tsx';
import { gameLink } from '../../../shared/fairness/verify-link.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as pageTexts } from '../texts.ts';
import type { CheckedBattle } from './check-battle.ts';
import classes from './Outcome.module.css';

export function CheckedLine({ battle, checked }: { battle: Battle; checked: CheckedBattle | null }) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  const link = gameLink('battle', battle.id, battle.invitationCode);
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
          <GameTick parts={checked.verification.parts} link={link} />
        </>
      )}
      <Link {...link} className={classes.way}>
        {texts.verify} <Icon name="chevronRight" size={16} />
      </Link>
    </section>
  );
}
