import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GetTwoFactorAnswer } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { SecondFactorEnrolment } from '../../../shared/security/SecondFactorEnrolment.tsx';
import { Skeleton } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { FactorDialog } from './FactorDialog.tsx';
import classes from './security.module.css';
import { texts as allTexts } from './texts.ts';

const ALL_CODES = 10;
const FEW = 3;

export function FactorPanel() {
  const query = useQuery(apiQuery('GET /payment/2fa'));
  return (
    <Panel>
      <QueryState query={query} loading={<Skeleton height={116} />}>
        {(factor) => <Factor factor={factor} />}
      </QueryState>
    </Panel>
  );
}

function Factor({ factor }: { factor: GetTwoFactorAnswer }) {
  const texts = useTexts(allTexts).factor;
  const { date, dateTime } = useFormat();
  const { enabled, enabledAt, withdrawalsWaitUntil } = factor;
  const [isEnrolling, setIsEnrolling] = useState(false);
  return (
    <>
      <div className={classes.factorHead}>
        <span className={classes.factorIcon} data-on={enabled || undefined}>
          <Icon name="key" size={22} />
        </span>
        <div>
          <h2>{texts.title}</h2>
          <p>{enabledAt === null ? texts.offHint : texts.since(date(enabledAt))}</p>
        </div>
        <Badge tone={enabled ? 'accent' : 'amber'}>{enabled ? texts.on : texts.off}</Badge>
      </div>
      <div className={classes.factorBody}>
        {enabled && !isEnrolling ? (
          <Codes left={factor.recoveryCodesLeft} />
        ) : (
          <SecondFactorEnrolment onBegin={() => setIsEnrolling(true)} onEnd={() => setIsEnrolling(false)} />
        )}
      </div>
      {withdrawalsWaitUntil !== null && <p className={classes.wait}>{texts.wait(dateTime(withdrawalsWaitUntil))}</p>}
    </>
  );
}

function Codes({ left }: { left: number }) {
  const texts = useTexts(allTexts).factor;
  const { number } = useFormat();
  const [act, setAct] = useState<'renew' | 'disable' | null>(null);
  return (
    <>
      <div className={classes.codes}>
        <span>{texts.recovery}</span>
        <span className={classes.pips} data-few={left <= FEW || undefined} aria-hidden="true">
          {Array.from({ length: ALL_CODES }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: They are all the same, and never move.
            <i key={place} data-left={place < left || undefined} />
          ))}
        </span>
        <strong>{texts.left(number(left), number(ALL_CODES))}</strong>
        {left <= FEW && <span className={classes.few}>{texts.few}</span>}
        <span className={classes.acts}>
          <Button variant="default" onClick={() => setAct('renew')}>
            {texts.renew}
          </Button>
          <Button variant="subtle" onClick={() => setAct('disable')}>
            {texts.disable}
          </Button>
        </span>
      </div>
      {act !== null && <FactorDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}
