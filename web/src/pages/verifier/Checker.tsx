import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { runVectors, type VectorRun } from './run-vectors.ts';
import { texts } from './texts.ts';
import classes from './VerifierPage.module.css';

/** Runs cases that other programs have computed, so that nobody needs to believe the page that checks. */
export function Checker() {
  const words = useTexts(texts);
  const format = useFormat();
  const [runs, setRuns] = useState<readonly VectorRun[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    setRuns(await runVectors());
    setIsBusy(false);
  };
  const names = { rolls: words.vectorsOfRolls, hmac: words.vectorsOfHmac, browser: words.vectorsOfBrowser };
  return (
    <Panel title={words.checkerTitle}>
      <p className={classes.offline}>{words.checkerLead}</p>
      <Button loading={isBusy} onClick={() => void run()}>
        {words.runVectors}
      </Button>
      <ul className={classes.vectors} aria-live="polite">
        {runs.map(({ name, right, all }) => (
          <li key={name} data-ok={right === all}>
            <Icon name={right === all ? 'check' : 'x'} />
            <span>{names[name]}</span>
            <strong>{words.vectorsRun(format.number(right), format.number(all))}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
