import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { HeldBackPrice } from '../../../data/generated/api.ts';
import { apiQuery, useAction } from '../../../data/queries.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { ConfirmDialog } from '../../../shared/parts/ConfirmDialog.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import classes from './items.module.css';
import { itemPageTexts } from './texts.ts';

const CHANGES = ['GET /admin/items/held-back-prices', 'GET /admin/items', 'GET /admin/dashboard/alerts'] as const;

/** Prices that jumped, the largest difference first; some or all of a sync are confirmed. */
export function HeldBackPrices() {
  const texts = useTexts(itemPageTexts);
  const { plural } = useFormat();
  const { page, setPage } = useAddressFilters();
  const held = useQuery(apiQuery('GET /admin/items/held-back-prices', { query: { page } }));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ count: number; itemIds: string[] | null } | null>(null);
  const confirm = useAction('POST /admin/items/held-back-prices/confirm', CHANGES);
  const toggle = (itemId: string) => {
    const next = new Set(chosen);
    if (!next.delete(itemId)) next.add(itemId);
    setChosen(next);
  };
  const columns = useColumns(chosen, toggle);
  const syncId = held.data?.data[0]?.syncId;
  const send = () => {
    if (asked === null || syncId === undefined) return;
    const body = { syncId, ...(asked.itemIds !== null && { itemIds: asked.itemIds }) };
    const done = () => {
      setAsked(null);
      setChosen(new Set());
    };
    confirm.mutate({ body }, { onSuccess: done });
  };
  return (
    <QueryState query={held} loading={<Skeletons count={6} height={50} />}>
      {({ data, meta }) => (
        <>
          {confirm.isSuccess && (
            <p aria-live="polite">{texts.confirmed(plural(confirm.data.confirmed, texts.prices))}</p>
          )}
          {data.length === 0 ? (
            <EmptyState icon="check" title={texts.noHeld}>
              {texts.noHeldHint}
            </EmptyState>
          ) : (
            <DataTable
              label={texts.tabs.retidos}
              columns={columns}
              rows={data}
              keyOf={({ itemId }) => itemId}
              total={meta.total}
              csvName="precos-retidos"
              everyRow={(signal) =>
                everyPage((part) => call('GET /admin/items/held-back-prices', { query: part, signal }), signal)
              }
              filters={
                <div className={classes.filters}>
                  <Button
                    disabled={chosen.size === 0}
                    onClick={() => setAsked({ count: chosen.size, itemIds: [...chosen] })}
                  >
                    {texts.confirmChosen(plural(chosen.size, texts.prices))}
                  </Button>
                  <Button variant="default" onClick={() => setAsked({ count: meta.total, itemIds: null })}>
                    {texts.confirmAll}
                  </Button>
                </div>
              }
              footer={<Pagination meta={meta} onPage={setPage} />}
            />
          )}
          <ConfirmDialog
            isOpen={asked !== null}
            title={texts.confirmHeldTitle}
            isBusy={confirm.isPending}
            onConfirm={send}
            onClose={() => setAsked(null)}
          >
            <p>{texts.confirmHeldHint(plural(asked?.count ?? 0, texts.prices))}</p>
            <ErrorLine error={confirm.error} />
          </ConfirmDialog>
        </>
      )}
    </QueryState>
  );
}

function useColumns(chosen: ReadonlySet<string>, toggle: (itemId: string) => void): Column<HeldBackPrice>[] {
  const texts = useTexts(itemPageTexts);
  const { dollars, percent, ago, dateTime } = useFormat();
  return [
    {
      id: 'item',
      header: texts.item,
      phone: 'title',
      cell: ({ itemId, name }) => (
        <Checkbox
          size="sm"
          label={name}
          aria-label={texts.choose(name)}
          checked={chosen.has(itemId)}
          onChange={() => toggle(itemId)}
        />
      ),
      csv: ({ marketHashName }) => marketHashName,
    },
    {
      id: 'held',
      header: texts.held,
      align: 'right',
      phone: 'value',
      cell: ({ heldBackPriceCents }) => dollars(heldBackPriceCents),
      csv: ({ heldBackPriceCents }) => heldBackPriceCents,
    },
    {
      id: 'now',
      header: texts.now,
      align: 'right',
      cell: ({ originalPriceCents }) => dollars(originalPriceCents),
      csv: ({ originalPriceCents }) => originalPriceCents,
    },
    {
      id: 'step',
      header: texts.step,
      align: 'right',
      cell: ({ stepPercent }) => <strong className={classes.warning}>{percent(stepPercent)}</strong>,
      csv: ({ stepPercent }) => stepPercent,
    },
    {
      id: 'since',
      header: texts.firstSaid,
      align: 'right',
      cell: ({ firstSaidAt }) => ago(firstSaidAt),
      csv: ({ firstSaidAt }) => firstSaidAt,
    },
    {
      id: 'taken',
      header: texts.takenFrom,
      align: 'right',
      cell: ({ takenFrom }) => (takenFrom === null ? texts.never : dateTime(takenFrom)),
      csv: ({ takenFrom }) => takenFrom,
    },
  ];
}
