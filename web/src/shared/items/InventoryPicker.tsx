import { Button, Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InventoryItem } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../format/index.ts';
import { Pagination } from '../lists/Pagination.tsx';
import { SearchBox } from '../lists/SearchBox.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import { Skeletons } from '../states/Loading.tsx';
import { QueryState } from '../states/QueryState.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './InventoryPicker.module.css';
import { ItemCard } from './ItemCard.tsx';
import { shownInventoryItem } from './inventory-item.ts';

const PER_PAGE = 24;

/** The window shows the items that the player can use now, dearest first, and up to `most` of them can be chosen. */
export function InventoryPicker({
  isOpen,
  chosen,
  most,
  onChange,
  onClose,
}: {
  isOpen: boolean;
  chosen: readonly InventoryItem[];
  most: number;
  onChange: (items: readonly InventoryItem[]) => void;
  onClose: () => void;
}) {
  const { picker, close } = useTexts(sharedTexts);
  const { number, money } = useFormat();
  const sum = chosen.reduce((cents, { itemValueCents }) => cents + BigInt(itemValueCents), 0n);
  return (
    <Modal opened={isOpen} onClose={onClose} title={picker.title} size="xl" closeButtonProps={{ 'aria-label': close }}>
      {isOpen && <Choices chosen={chosen} most={most} onChange={onChange} />}
      <div className={classes.foot}>
        <span>
          {picker.chosen(number(chosen.length), number(most))} · <strong>{money(sum)}</strong>
        </span>
        <Button onClick={onClose}>{picker.done}</Button>
      </div>
    </Modal>
  );
}

function Choices({
  chosen,
  most,
  onChange,
}: {
  chosen: readonly InventoryItem[];
  most: number;
  onChange: (items: readonly InventoryItem[]) => void;
}) {
  const { picker } = useTexts(sharedTexts);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...apiQuery('GET /inventory', {
      query: {
        status: 'AVAILABLE',
        sortBy: 'value',
        sortOrder: 'desc',
        limit: PER_PAGE,
        offset: (page - 1) * PER_PAGE,
        ...(search === '' ? {} : { search }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const isChosen = (item: InventoryItem) => chosen.some(({ id }) => id === item.id);
  const toggle = (item: InventoryItem) => {
    if (isChosen(item)) onChange(chosen.filter(({ id }) => id !== item.id));
    else if (chosen.length < most) onChange([...chosen, item]);
  };
  return (
    <>
      <SearchBox
        value={search}
        label={picker.search}
        onSearch={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      <div className={classes.choices}>
        <QueryState
          query={query}
          loading={
            <div className={classes.grid}>
              <Skeletons count={8} height={208} />
            </div>
          }
        >
          {({ items, total }) =>
            items.length === 0 ? (
              <EmptyState
                icon="bag"
                title={picker.none}
                action={
                  <Button component={Link} to="/" variant="default">
                    {picker.seeCases}
                  </Button>
                }
              >
                {picker.noneHint}
              </EmptyState>
            ) : (
              <>
                <div className={classes.grid}>
                  {items.map((item) => (
                    <ItemCard
                      key={item.id}
                      item={shownInventoryItem(item)}
                      state={isChosen(item) ? 'selected' : 'plain'}
                      onPress={() => toggle(item)}
                    />
                  ))}
                </div>
                <Pagination meta={{ page, limit: PER_PAGE, total }} onPage={setPage} />
              </>
            )
          }
        </QueryState>
      </div>
    </>
  );
}
