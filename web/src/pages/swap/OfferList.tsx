import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../data/queries.ts';
import { Pagination } from '../../shared/lists/Pagination.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { AcceptDialog } from './AcceptDialog.tsx';
import classes from './OfferList.module.css';
import { OfferRow } from './OfferRow.tsx';
import type { Swap } from './swap.types.ts';
import { texts } from './texts.ts';

const DIRECTIONS = ['ALL', 'RECEIVED', 'SENT'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Offers to everybody, or those that one has made, got or accepted. */
export function OfferList({ kind }: { kind: 'public' | 'mine' }) {
  const { offers } = useTexts(texts);
  const [page, setPage] = useState(1);
  const [direction, setDirection] = useState<Direction>('ALL');
  const [accepting, setAccepting] = useState<Swap | null>(null);
  const name = kind === 'public' ? 'GET /swap/public' : 'GET /swap/my-swaps';
  const query = useQuery({
    ...apiQuery(name, { query: { page, limit: 10, ...(direction === 'ALL' ? {} : { direction }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {kind === 'mine' && (
        <div className={classes.tools}>
          <SegmentedControl
            aria-label={offers.direction}
            value={direction}
            data={DIRECTIONS.map((each) => ({ value: each, label: offers.directions[each] }))}
            onChange={(value) => {
              setDirection(value as Direction);
              setPage(1);
            }}
          />
        </div>
      )}
      <div className={classes.list}>
        <QueryState query={query} loading={<Skeletons count={4} height={84} />}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <EmptyState icon="swap" title={offers.none}>
                {offers.nonePublicHint}
              </EmptyState>
            ) : (
              <>
                {data.map((swap) => (
                  <OfferRow key={swap.id} swap={swap} onAccept={() => setAccepting(swap)} />
                ))}
                <Pagination meta={meta} onPage={setPage} />
              </>
            )
          }
        </QueryState>
      </div>
      {accepting !== null && <AcceptDialog id={accepting.id} onClose={() => setAccepting(null)} />}
    </>
  );
}
