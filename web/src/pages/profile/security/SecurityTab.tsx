import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../../data/queries.ts';
import { LimitSummary } from '../../../shared/limits/LimitSummary.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { LogList } from '../log/LogList.tsx';
import classes from '../profile.module.css';
import { FactorPanel } from './FactorPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { texts as allTexts } from './texts.ts';

const SHOWN = 4;

export function SecurityTab() {
  const texts = useTexts(allTexts);
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <FactorPanel />
        <SessionsPanel />
        <LatestEntries />
      </div>
      <div className={classes.stack}>
        <LimitSummary kinds={['deposit', 'wager', 'loss']} />
        <Panel title={texts.stop.title}>
          <div className={classes.form}>
            <p className={classes.hint}>{texts.stop.hint}</p>
            <Button component={Link} to="/carteira" search={{ aba: 'limites' } as never} variant="default">
              {texts.stop.open}
            </Button>
          </div>
        </Panel>
      </div>
    </div>
  );
}

function LatestEntries() {
  const texts = useTexts(allTexts).log;
  const query = useQuery(apiQuery('GET /audit/my-logs', { query: { limit: SHOWN } }));
  const all = (
    <Link to="/perfil" search={{ aba: 'registro' } as never} className={classes.all}>
      {texts.all}
    </Link>
  );
  return (
    <Panel title={texts.title} aside={all} padded={false}>
      <QueryState query={query} loading={<Skeletons count={SHOWN} height={52} />}>
        {({ data }) => <LogList entries={data} />}
      </QueryState>
    </Panel>
  );
}
