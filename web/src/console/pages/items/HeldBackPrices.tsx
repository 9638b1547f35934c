import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { HeldBackPrice } from '../../../data/generated/api.ts';
import { invalidate } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { ProposalNote } from '../../parts/ProposalNote.tsx';
import { ReasonDialog } from '../../parts/ReasonDialog.tsx';
import { useProposal } from '../../proposals/use-proposal.ts';
import { type Result, ResultLine } from '../../queues/ResultLine.tsx';
import classes from './items.module.css';
import { itemPageTexts } from './texts.ts';

const CHANGES = [
  'GET /admin/items/held-back-prices',
  'GET /admin/items',
  'GET /admin/dashboard/alerts',
  'GET /admin/proposals',
] as const;

/** Without `itemIds` all prices of the sync come into force. */
interface Asked {
  count: number;
  itemIds: string[] | null;
}

/** Prices that jumped, the largest difference first; some or all of a sync are confirmed, with a reason. */
export function HeldBackPrices() {
  const texts = useTexts(itemPageTexts);
  const { page, setPage } = useAddressFilters();
  const held = useList('GET /admin/items/held-back-prices', { query: { page } });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const toggle = (itemId: string) => {
    const next = new Set(chosen);
    if (!next.delete(itemId)) next.add(itemId);
    setChosen(next);
  };
  const columns = useColumns(chosen, toggle);
  const done = (next: Result) => {
    setResult(next);
    setAsked(null);
    setChosen(new Set());
    void invalidate(...CHANGES);
  };
  return (
    <QueryState query={held} loading={<Skeletons count={6} height={50} />}>
      {({ data, meta }) => (
        <>
          <ResultLine result={result} />
          {data[0] !== undefined && <ProposedPrices syncId={data[0].syncId} />}
          {data.length === 0 ? (
            <EmptyState icon="check" title={texts.noHeld}>
              {texts.noHeldHint}
            </EmptyState>
          ) : (
            <DataTable
              label={texts.tabs.retidos}
              columns={columns}
              rows={data}
              isWaiting={held.isPlaceholderData}
              keyOf={({ itemId }) => itemId}
              total={meta.total}
              csvName="precos-retidos"
              everyRow={(signal) =>
                everyPage((part) => call('GET /admin/items/held-back-prices', { query: part, signal }), signal)
              }
              filters={<Buttons chosen={chosen} total={meta.total} onAsk={setAsked} />}
              footer={<Pagination meta={meta} onPage={setPage} />}
            />
          )}
          <Confirmation asked={asked} syncId={data[0]?.syncId} onDone={done} onClose={() => setAsked(null)} />
        </>
      )}
    </QueryState>
  );
}

function ProposedPrices({ syncId }: { syncId: string }) {
  const proposal = useProposal({ type: 'item-sync', id: syncId });
  return proposal === null ? null : <ProposalNote proposal={proposal} />;
}

function Buttons({
  chosen,
  total,
  onAsk,
}: {
  chosen: ReadonlySet<string>;
  total: number;
  onAsk: (asked: Asked) => void;
}) {
  const texts = useTexts(itemPageTexts);
  const { plural } = useFormat();
  return (
    <div className={classes.filters}>
      <Button disabled={chosen.size === 0} onClick={() => onAsk({ count: chosen.size, itemIds: [...chosen] })}>
        {texts.confirmChosen(plural(chosen.size, texts.prices))}
      </Button>
      <Button variant="default" onClick={() => onAsk({ count: total, itemIds: null })}>
        {texts.confirmAll}
      </Button>
    </div>
  );
}

/** Says what will change, and asks why. */
function Confirmation({
  asked,
  syncId,
  onDone,
  onClose,
}: {
  asked: Asked | null;
  syncId: string | undefined;
  onDone: (result: Result) => void;
  onClose: () => void;
}) {
  const texts = useTexts(itemPageTexts);
  const { plural } = useFormat();
  if (asked === null || syncId === undefined) return null;
  const { count, itemIds } = asked;
  const [only, ...others] = itemIds ?? [];
  const entity =
    only !== undefined && others.length === 0 ? { type: 'item', id: only } : { action: 'ITEM_PRICE_CONFIRMED' };
  const run = (reason: string) =>
    call('POST /admin/items/held-back-prices/confirm', {
      body: { syncId, reason, ...(itemIds !== null && { itemIds }) },
    });
  return (
    <ReasonDialog
      title={texts.confirmHeldTitle}
      decision={{
        id: 'confirm',
        label: texts.confirm,
        tone: 'go',
        effect: texts.confirmHeldHint(plural(count, texts.prices)),
        run,
      }}
      onDone={(decided) => onDone({ ...decided, what: texts.confirmedPrices(plural(count, texts.prices)), entity })}
      onClose={onClose}
    />
  );
}

function useColumns(chosen: ReadonlySet<string>, toggle: (itemId: string) => void): Column<HeldBackPrice>[] {
  const texts = useTexts(itemPageTexts);
  const { dollars, decimal, percent, ago, dateTime } = useFormat();
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
      csv: ({ heldBackPriceCents }) => decimal(heldBackPriceCents),
    },
    {
      id: 'now',
      header: texts.now,
      align: 'right',
      cell: ({ originalPriceCents }) => dollars(originalPriceCents),
      csv: ({ originalPriceCents }) => decimal(originalPriceCents),
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
