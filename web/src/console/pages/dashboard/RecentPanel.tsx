import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Money } from '../../../shared/parts/Money.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import type { DayRange } from '../../range/ranges.ts';
import classes from './dashboard.module.css';
import { dashboardTexts } from './texts.ts';

const SHOWN = 8;

export function RecentPanel({ range }: { range: DayRange }) {
  const texts = useTexts(dashboardTexts);
  const { ago } = useFormat();
  const recent = useQuery(apiQuery('GET /admin/dashboard/recent-activity', { query: { ...range, limit: SHOWN } }));
  return (
    <Panel title={texts.recent} padded={false}>
      <ul className={classes.recent}>
        <QueryState query={recent} loading={<Skeletons count={SHOWN} height={40} />}>
          {({ activities }) =>
            activities.length === 0 ? (
              <li className={classes.empty}>{texts.noRecent}</li>
            ) : (
              activities.map(({ id, type, user, description, value, createdAt }) => (
                <li key={`${type}-${id}`}>
                  <div>
                    <Link to={`/admin/usuarios/${user.id}` as never}>{user.username}</Link>
                    <p>{description}</p>
                  </div>
                  <div>
                    <Money cents={value} />
                    <p>{ago(createdAt)}</p>
                  </div>
                </li>
              ))
            )
          }
        </QueryState>
      </ul>
    </Panel>
  );
}
