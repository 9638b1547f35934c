import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AlertSummary } from '../../alerts/AlertSummary.tsx';
import { alertTexts } from '../../alerts/texts.ts';
import classes from './dashboard.module.css';
import { dashboardTexts } from './texts.ts';

const SHOWN = 3;

export function AlertsPanel() {
  const texts = useTexts(dashboardTexts);
  const words = useTexts(alertTexts);
  const { plural } = useFormat();
  const alerts = useQuery(apiQuery('GET /admin/dashboard/alerts', { query: { limit: SHOWN, isResolved: false } }));
  const open = alerts.data?.meta.total ?? 0;
  return (
    <Panel
      title={
        <>
          {texts.alerts} {open > 0 && <Badge tone="red">{plural(open, words.openCount)}</Badge>}
        </>
      }
      aside={
        <Link to={'/admin/alertas' as never} className={classes.more}>
          {texts.all} <Icon name="chevronRight" size={14} />
        </Link>
      }
      padded={false}
    >
      <div className={classes.alerts}>
        <QueryState query={alerts} loading={<Skeletons count={2} height={90} />}>
          {({ alerts: shown }) =>
            shown.length === 0 ? (
              <p className={classes.empty}>{words.none}</p>
            ) : (
              shown.map((alert) => <AlertSummary key={alert.id} alert={alert} />)
            )
          }
        </QueryState>
      </div>
    </Panel>
  );
}
