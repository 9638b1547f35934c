import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ActiveItemWithdrawal, Inventory, InventoryItem } from '../../../data/generated/api.ts';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { type InventoryAddress, isFiltered, PAGE_SIZE } from '../filters.ts';
import { texts } from '../texts.ts';
import type { Selection } from '../use-selection.ts';
import { FilterBar } from './FilterBar.tsx';
import gridClasses from './ItemGrid.module.css';
import { ItemGrid } from './ItemGrid.tsx';

export function AvailableItems({
  query,
  onTheWay,
  address,
  selection,
  action,
  onItem,
  onWithdrawal,
}: {
  query: UseQueryResult<Inventory>;
  onTheWay: readonly ActiveItemWithdrawal[];
  address: {
    filters: Partial<InventoryAddress>;
    page: number;
    set: (change: Partial<InventoryAddress>) => void;
    setPage: (page: number) => void;
    clear: () => void;
  };
  selection: Selection;
  /** Beside the order on telephones; elsewhere it stands in the title. */
  action: ReactNode;
  onItem: (item: InventoryItem) => void;
  onWithdrawal: (id: string) => void;
}) {
  const words = useTexts(texts);
  const filtered = isFiltered(address.filters);
  const shownOnTheWay = filtered || address.page > 1 ? [] : onTheWay;
  const clear = (
    <Button variant="default" onClick={address.clear}>
      {words.clearAll}
    </Button>
  );
  const toCases = (
    <Button component={Link} to="/">
      {words.toCases}
    </Button>
  );
  const loading = (
    <div className={gridClasses.grid}>
      <Skeletons count={10} height={210} />
    </div>
  );
  return (
    <>
      <FilterBar filters={address.filters} set={address.set} action={action} />
      <QueryState query={query} loading={loading}>
        {({ items, total }) =>
          items.length + shownOnTheWay.length === 0 ? (
            filtered ? (
              <EmptyState icon="search" title={words.noneFound} action={clear}>
                {words.noneFoundHint}
              </EmptyState>
            ) : (
              <EmptyState icon="bag" title={words.empty} action={toCases}>
                {words.emptyHint}
              </EmptyState>
            )
          ) : (
            <>
              <ItemGrid
                items={items}
                onTheWay={shownOnTheWay}
                selection={selection}
                onItem={onItem}
                onWithdrawal={onWithdrawal}
              />
              <Pagination meta={{ page: address.page, limit: PAGE_SIZE, total }} onPage={address.setPage} />
            </>
          )
        }
      </QueryState>
    </>
  );
}
