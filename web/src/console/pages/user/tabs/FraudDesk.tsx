import { Link } from '@tanstack/react-router';
import type { Suspicion, SuspicionState } from '../../../../data/generated/api.ts';
import { useFormat } from '../../../../shared/format/index.ts';
import type { Tone } from '../../../../shared/parts/Badge.tsx';
import { Panel } from '../../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../../shared/texts/index.ts';
import { riskTexts } from '../../../parts/risk-texts.ts';
import { StatusBadge } from '../../../parts/StatusBadge.tsx';
import { texts as ownTexts } from '../texts.ts';
import classes from '../user.module.css';

const TONES: Readonly<Record<SuspicionState, Tone>> = { OPEN: 'red', REVIEWED: 'blue', OVER: 'plain' };

export function FraudDesk({ suspicions }: { suspicions: readonly Suspicion[] }) {
  const texts = useTexts(ownTexts).fraud;
  const { reasons } = useTexts(riskTexts);
  const { ago, number } = useFormat();
  const open = suspicions.filter(({ state }) => state === 'OPEN').length;
  return (
    <Panel title={texts.title} aside={open > 0 && <StatusBadge tone="red">{texts.open(number(open))}</StatusBadge>}>
      {suspicions.length === 0 && <p className={classes.note}>{texts.none}</p>}
      <ul className={classes.rows}>
        {suspicions.map(({ id, reason, state, openedAt, review }) => (
          <li key={id}>
            <div>
              <strong>{reasons[reason]}</strong>
              <small>{review === null ? ago(openedAt) : `${texts.by(review.by, ago(review.at))} ${review.note}`}</small>
              {state === 'OPEN' && (
                <Link to="/admin/suspeitas" search={{ aberto: id } as never}>
                  {texts.review}
                </Link>
              )}
            </div>
            <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
