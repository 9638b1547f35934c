import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Exclusion, PlayerProtection } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import type { LimitKindName } from '../../../shared/limits/LimitBar.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { LimitCard } from './LimitCard.tsx';
import { LimitDialog } from './LimitDialog.tsx';
import classes from './limits.module.css';
import type { EditedLimit } from './limits.types.ts';
import { StopPanel } from './StopPanel.tsx';
import { texts as allTexts } from './texts.ts';

const KINDS: readonly LimitKindName[] = ['deposit', 'loss', 'wager'];

/** Limits, a pause and self-exclusion, each with what it means. */
export function LimitsTab() {
  const texts = useTexts(allTexts);
  const query = useQuery(apiQuery('GET /user/limits'));
  return (
    <>
      <p className={classes.lead}>{texts.lead}</p>
      <div className={classes.layout}>
        <QueryState query={query} loading={<Skeletons count={2} height={560} />}>
          {(protection) => <Protection protection={protection} />}
        </QueryState>
      </div>
    </>
  );
}

function Protection({ protection }: { protection: PlayerProtection }) {
  const [edited, setEdited] = useState<EditedLimit | null>(null);
  return (
    <>
      <div className={classes.cards}>
        {KINDS.map((kind) => (
          <LimitCard
            key={kind}
            kind={kind}
            limits={protection[kind]}
            onEdit={(period) => setEdited({ kind, period })}
          />
        ))}
      </div>
      <div className={classes.cards}>
        {protection.exclusion !== null && <Running exclusion={protection.exclusion} />}
        <StopPanel running={protection.exclusion} />
      </div>
      {edited !== null && (
        <LimitDialog edited={edited} limit={protection[edited.kind][edited.period]} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function Running({ exclusion }: { exclusion: Exclusion }) {
  const texts = useTexts(allTexts).running;
  const { dateTime } = useFormat();
  return (
    <Panel tone="amber">
      <div className={classes.running}>
        <Icon name="pause" size={24} />
        <div>
          <h2>{texts[exclusion.kind]}</h2>
          <p>
            {texts.until(dateTime(exclusion.until))} {texts.lengthen}
          </p>
        </div>
      </div>
    </Panel>
  );
}
