import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../data/queries.ts';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { AlertCard } from '../../alerts/AlertCard.tsx';
import classes from '../../alerts/alerts.module.css';
import { alertTexts } from '../../alerts/texts.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';

const OVER = 'resolvidos';

export function AlertsPage() {
  const texts = useTexts(alertTexts);
  const { filters, page, set, setPage } = useAddressFilters<{ estado: string }>();
  const isResolved = filters.estado === OVER;
  const alerts = useQuery(apiQuery('GET /admin/dashboard/alerts', { query: { page, isResolved } }));
  return (
    <ConsolePage
      title={texts.title}
      lead={texts.lead}
      actions={
        <SegmentedControl
          size="md"
          aria-label={texts.states}
          value={isResolved ? OVER : ''}
          data={[
            { value: '', label: texts.open },
            { value: OVER, label: texts.over },
          ]}
          onChange={(estado) => set({ estado: estado === '' ? undefined : estado })}
        />
      }
    >
      <div className={classes.list}>
        <QueryState query={alerts} loading={<Skeletons count={3} height={190} />}>
          {({ alerts: shown, meta }) => (
            <>
              {shown.length === 0 && (
                <EmptyState icon="check" title={isResolved ? texts.noneOver : texts.none}>
                  {isResolved ? undefined : texts.noneHint}
                </EmptyState>
              )}
              {shown.map((alert) => (
                <AlertCard key={alert.id} alert={alert} />
              ))}
              <Pagination meta={meta} onPage={setPage} />
            </>
          )}
        </QueryState>
      </div>
    </ConsolePage>
  );
}
