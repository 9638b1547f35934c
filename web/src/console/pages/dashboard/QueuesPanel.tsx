import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon, type IconName } from '../../../shared/icons/index.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './dashboard.module.css';
import { dashboardTexts } from './texts.ts';

type QueueName = keyof (typeof dashboardTexts)['en']['queueNames'];

const PLACES: Readonly<Record<QueueName, { to: string; icon: IconName }>> = {
  DEPOSITS: { to: '/admin/depositos', icon: 'download' },
  MONEY_WITHDRAWALS: { to: '/admin/saques', icon: 'upload' },
  ITEM_WITHDRAWALS: { to: '/admin/retiradas', icon: 'bag' },
  SITE_SWAPS: { to: '/admin/trocas', icon: 'swap' },
  ORDERS: { to: '/admin/ordens', icon: 'refresh' },
  SUSPECTS: { to: '/admin/suspeitas', icon: 'users' },
  PRICES: { to: '/admin/itens', icon: 'star' },
  PROPOSALS: { to: '/admin/propostas', icon: 'shield' },
};

export function QueuesPanel() {
  const texts = useTexts(dashboardTexts);
  const { number, ago } = useFormat();
  const queues = useQuery(apiQuery('GET /admin/queues'));
  return (
    <Panel title={texts.queues} aside={texts.oldest} padded={false}>
      <ul className={classes.queues}>
        <QueryState query={queues} loading={<Skeletons count={6} height={44} />}>
          {({ queues: shown }) =>
            shown.map(({ name, waiting, oldestAt }) => (
              <li key={name}>
                <Link to={PLACES[name].to as never} data-waits={waiting > 0}>
                  <Icon name={PLACES[name].icon} size={17} />
                  <span>{texts.queueNames[name]}</span>
                  <strong>{number(waiting)}</strong>
                  <small>{oldestAt === null ? texts.unknown : ago(oldestAt)}</small>
                </Link>
              </li>
            ))
          }
        </QueryState>
      </ul>
    </Panel>
  );
}
