import { Button, NumberInput, Progress } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { Histogram } from '../../charts/Histogram.tsx';
import classes from './editor.module.css';
import { isWhole } from './rules/coverage.ts';
import type { Draft } from './rules/draft.ts';
import type { CentsOf } from './rules/returns.ts';
import { editorTexts } from './texts.ts';
import { type SimulationState, useSimulation } from './use-simulation.ts';

const COUNTS = [500, 1_000, 10_000];
const MOST_OPENINGS = 1_000_000;
/** Above these the house's chance of loss is worth a second look. */
const NOTABLE = 0.1;

/** A million openings of the draft, and how likely the house is to have lost after some number of them. */
export function SimulationPanel({
  draft,
  centsOf,
  isReady,
}: {
  draft: Draft;
  centsOf: CentsOf;
  /** Prices of all items are known. */
  isReady: boolean;
}) {
  const texts = useTexts(editorTexts);
  const { percent, marks } = useFormat();
  const { thousand, decimal } = marks();
  const [own, setOwn] = useState(5_000);
  const simulation = useSimulation(centsOf);
  const { progress, result } = simulation;
  const canRun = isReady && isWhole(draft.ranges) && progress === null;
  const isOld = result !== null && result.of !== draft;
  return (
    <Panel
      title={
        <>
          {texts.simulation} {isOld && <Badge>{texts.ofOlderDraft}</Badge>}
        </>
      }
      aside={
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon name={result === null ? 'dice' : 'refresh'} size={15} />}
          disabled={!canRun}
          onClick={() => simulation.start(draft, [...COUNTS, own])}
        >
          {result === null ? texts.simulate : texts.again}
        </Button>
      }
    >
      {progress !== null && (
        <Progress value={progress * 100} aria-label={`${texts.simulating} ${percent(progress * 100, 0)}`} />
      )}
      {simulation.hasFailed && <p className={classes.warning}>{texts.simulationFailed}</p>}
      {result === null ? (
        <p className={classes.hint}>{isWhole(draft.ranges) ? texts.simulationHint : texts.simulationOff}</p>
      ) : (
        <div className={classes.simulated} data-old={isOld}>
          <Result result={result} />
        </div>
      )}
      <NumberInput
        size="xs"
        label={texts.ownCountLabel}
        min={1}
        max={MOST_OPENINGS}
        allowDecimal={false}
        allowNegative={false}
        decimalSeparator={decimal}
        thousandSeparator={thousand}
        value={own}
        onChange={(value) => setOwn(Math.min(MOST_OPENINGS, Math.max(1, Math.trunc(Number(value)) || 1)))}
      />
    </Panel>
  );
}

function Result({ result }: { result: NonNullable<SimulationState['result']> }) {
  const texts = useTexts(editorTexts);
  const { percent, number, seconds } = useFormat();
  const { bars, chances, done, tookMs, wonCents, paidCents, lostBatches } = result;
  const lost = percent((lostBatches / (done / 1_000)) * 100, 1);
  return (
    <>
      <p className={classes.hint}>
        {texts.simulated(number(done), seconds(Math.round(tookMs / 100) / 10))}
        <br />
        {texts.simulatedRtp(percent((wonCents / paidCents) * 100), lost)}
      </p>
      <Histogram label={texts.histogram(lost)} bars={bars} />
      <ul className={classes.chances}>
        {chances.map(({ openings, chance }) => (
          <li key={openings} data-notable={chance > NOTABLE}>
            <strong>{percent(chance * 100, 1)}</strong>
            <span>{texts.after(number(openings))}</span>
          </li>
        ))}
      </ul>
      <p className={classes.hint}>{texts.lossAfter}</p>
    </>
  );
}
