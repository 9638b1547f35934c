import { Button } from '@mantine/core';
import { useState } from 'react';
import { useConfig } from '../../../data/config.ts';
import type { PayableDeposit } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { CopyButton } from '../../../shared/parts/CopyButton.tsx';
import { CountdownRing } from '../../../shared/parts/Countdown.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Timeline, type TimelineStep } from '../../../shared/parts/Timeline.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as allTexts } from './texts.ts';
import classes from './waiting.module.css';

/** The code can be copied or scanned. On telephones copying comes before the picture. */
export function WaitingPanel({
  deposit,
  checkedAt,
  onCheck,
}: {
  deposit: PayableDeposit;
  checkedAt: number;
  onCheck: () => Promise<unknown>;
}) {
  const texts = useTexts(allTexts);
  const { dateTime } = useFormat();
  const waiting = texts.waiting;
  return (
    <Panel padded={false}>
      <div className={classes.head}>
        <span className={classes.pulse} aria-hidden="true" />
        <div>
          <h2 aria-live="polite">{waiting.title}</h2>
          <p>{waiting.hint}</p>
        </div>
        <Badge>{waiting.number(deposit.id)}</Badge>
      </div>
      <div className={classes.body}>
        <div className={classes.amount}>
          <p>
            <span>{waiting.exact}</span>
            <strong>
              <Money cents={deposit.amountCents} />
            </strong>
          </p>
          <CountdownRing start={deposit.createdAt} end={deposit.expiresAt} label={waiting.left} onEnd={onCheck} />
        </div>
        {deposit.pixCode === null ? (
          <p className={classes.noCode}>{texts.noCode}</p>
        ) : (
          <div className={classes.code}>
            <span className={classes.label}>{waiting.code}</span>
            <div className={classes.codeLine}>
              <code>{deposit.pixCode}</code>
              <CopyButton value={deposit.pixCode} label={waiting.copy} variant="filled" />
            </div>
          </div>
        )}
        {deposit.qrCode !== null && (
          <figure className={classes.picture}>
            <img src={deposit.qrCode} alt={waiting.picture} width={300} height={300} />
            <figcaption>{waiting.aim}</figcaption>
          </figure>
        )}
        <p className={classes.orScan}>{waiting.orScan}</p>
        <div className={classes.steps}>
          <Timeline steps={stepsOf(deposit, waiting, dateTime)} />
        </div>
      </div>
      <Foot checkedAt={checkedAt} onCheck={onCheck} />
    </Panel>
  );
}

function stepsOf(
  { createdAt, expiresAt }: PayableDeposit,
  texts: (typeof allTexts)['pt-BR']['waiting'],
  dateTime: (time: string) => string,
): TimelineStep[] {
  return [
    { name: texts.created, state: 'done', note: dateTime(createdAt) },
    { name: texts.awaiting, state: 'now', note: texts.until(dateTime(expiresAt)) },
    { name: texts.credited, state: 'later', note: texts.free },
  ];
}

function Foot({ checkedAt, onCheck }: { checkedAt: number; onCheck: () => Promise<unknown> }) {
  const texts = useTexts(allTexts).waiting;
  const { time } = useFormat();
  const [isBusy, setIsBusy] = useState(false);
  const [hasChecked, setHasChecked] = useState(false);
  const config = useConfig();
  const check = async () => {
    setIsBusy(true);
    await onCheck();
    setIsBusy(false);
    setHasChecked(true);
  };
  return (
    <div className={classes.foot}>
      <p>
        <Icon name="info" />
        {hasChecked ? texts.checked(time(new Date(checkedAt))) : texts.paidHint}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<Icon name="refresh" />} loading={isBusy} onClick={check}>
          {texts.check}
        </Button>
        {config?.sandboxPayUrl != null && (
          <Button
            component="a"
            href={config.sandboxPayUrl}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            leftSection={<Icon name="external" />}
          >
            {texts.sandbox}
          </Button>
        )}
      </div>
    </div>
  );
}
