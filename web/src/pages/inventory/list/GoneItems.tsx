import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InventoryStatus } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { ItemCard } from '../../../shared/items/ItemCard.tsx';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { PAGE_SIZE } from '../filters.ts';
import { texts } from '../texts.ts';
import classes from './ItemGrid.module.css';
import { shownItem } from './shown-item.ts';

const GONE = ['SOLD', 'WITHDRAWN', 'USED_IN_UPGRADE', 'IN_SWAP'] as const satisfies readonly InventoryStatus[];

export function GoneItems({
  status,
  page,
  onStatus,
  onPage,
}: {
  status: string | undefined;
  page: number;
  onStatus: (status: string) => void;
  onPage: (page: number) => void;
}) {
  const words = useTexts(texts);
  const chosen = GONE.find((each) => each === status) ?? 'SOLD';
  const query = useQuery(
    apiQuery('GET /inventory', { query: { status: chosen, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
  );
  const loading = (
    <div className={classes.grid}>
      <Skeletons count={10} height={210} />
    </div>
  );
  return (
    <>
      <SegmentedControl
        className={classes.gone ?? ''}
        classNames={{ label: classes.segment ?? '' }}
        aria-label={words.goneFilter}
        data={GONE.map((value) => ({ value, label: words.statuses[value] }))}
        value={chosen}
        onChange={onStatus}
      />
      <QueryState query={query} loading={loading}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState icon="history" title={words.noneGone}>
              {words.noneGoneHint}
            </EmptyState>
          ) : (
            <>
              <ul className={classes.grid}>
                {items.map((item) => (
                  <li key={item.id}>
                    <ItemCard
                      item={shownItem(item)}
                      state="lost"
                      corner={<Badge>{words.statuses[item.status]}</Badge>}
                    />
                  </li>
                ))}
              </ul>
              <Pagination meta={{ page, limit: PAGE_SIZE, total }} onPage={onPage} />
            </>
          )
        }
      </QueryState>
    </>
  );
}
