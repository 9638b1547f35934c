import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../data/queries.ts';
import { CopyButton } from '../../shared/parts/CopyButton.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { texts } from './texts.ts';
import classes from './VerifierPage.module.css';

/** Explains the public log and shows the key that signs its heads. */
export function LogPanel() {
  const { log, logLead, logKey } = useTexts(texts);
  const key = useQuery(apiQuery('GET /log/key')).data?.publicKey;
  return (
    <Panel title={log}>
      <p className={classes.offline}>{logLead}</p>
      <div className={classes.command}>
        <h3>{logKey}</h3>
        <div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keyboard must reach a long line */}
          <code tabIndex={0}>{key ?? '…'}</code>
          {key !== undefined && <CopyButton value={key} />}
        </div>
      </div>
    </Panel>
  );
}
