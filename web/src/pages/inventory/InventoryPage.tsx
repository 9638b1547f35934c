import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InventoryItem } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useAddressFilters } from '../../shared/lists/use-address-filters.ts';
import { ForPlayers } from '../../shared/states/ForPlayers.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { type InventoryAddress, queryOf, tabOf } from './filters.ts';
import classes from './InventoryPage.module.css';
import { InventoryTitle } from './InventoryTitle.tsx';
import { ItemSide } from './item/ItemSide.tsx';
import { AvailableItems } from './list/AvailableItems.tsx';
import { GoneItems } from './list/GoneItems.tsx';
import { SelectionBar } from './list/SelectionBar.tsx';
import { useFilterChoices } from './list/use-filter-choices.ts';
import { SellDialog } from './SellDialog.tsx';
import { texts } from './texts.ts';
import { useSelection } from './use-selection.ts';
import { type Offer, useSell } from './use-sell.ts';
import { useLiveInventory, useWithdrawals } from './withdrawals/use-withdrawals.ts';
import { WithdrawalList } from './withdrawals/WithdrawalList.tsx';
import { WithdrawalSide } from './withdrawals/WithdrawalSide.tsx';

export function InventoryPage() {
  const { logInTitle, logInWhy } = useTexts(texts);
  return (
    <ForPlayers title={logInTitle} why={logInWhy}>
      <OwnInventory />
    </ForPlayers>
  );
}

/** Prices that were told longer ago may have moved. */
const FRESH_MS = 10_000;

/** The shown list has newer values than the choice, and may lack an item. */
function offerOf(items: readonly InventoryItem[], { data, dataUpdatedAt, isPlaceholderData }: ShownList): Offer {
  const values = new Map(data?.items.map(({ id, itemValueCents }) => [id, itemValueCents]));
  const valueCents = items.reduce((sum, { id, itemValueCents }) => sum + BigInt(values.get(id) ?? itemValueCents), 0n);
  const isFresh = !isPlaceholderData && items.every(({ id }) => values.has(id));
  return {
    items,
    count: items.length,
    valueCents: String(valueCents),
    isFresh: isFresh && Date.now() - dataUpdatedAt < FRESH_MS,
  };
}

interface ShownList {
  data: { items: readonly InventoryItem[] } | undefined;
  dataUpdatedAt: number;
  isPlaceholderData: boolean;
}

function OwnInventory() {
  const words = useTexts(texts);
  const address = useAddressFilters<InventoryAddress>();
  const { filters, page, set } = address;
  const tab = tabOf(filters);
  const { active, history } = useWithdrawals();
  useLiveInventory();
  const choices = useFilterChoices();
  const values = (list: readonly { value: string }[]) => list.map(({ value }) => value);
  const known = {
    rarities: values(choices.rarities),
    categories: values(choices.categories),
    exteriors: values(choices.exteriors),
    sources: values(choices.sources),
  };
  const inventory = useQuery({
    ...apiQuery('GET /inventory', { query: queryOf(filters, page, known) }),
    placeholderData: keepPreviousData,
  });
  const selection = useSelection();
  const [opened, setOpened] = useState<{ item: InventoryItem; withdraws: boolean } | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const { sell, isBusy } = useSell(() => {
    setOffer(null);
    setOpened(null);
    selection.clear();
  });
  const openWithdrawal = (id: string) => {
    setOpened(null);
    selection.clear();
    set({ retirada: Number(id) });
  };
  const withdrawal = history.data?.withdrawals.find(({ id }) => id === String(filters.retirada)) ?? null;
  const totals = inventory.data;
  const freeCount = totals?.totalAvailableCount ?? 0;
  const sellAll = (
    <Button
      variant="default"
      disabled={freeCount === 0}
      onClick={() =>
        setOffer({
          items: 'all',
          count: freeCount,
          valueCents: totals?.totalAvailableValueCents ?? '0',
          isFresh: true,
        })
      }
    >
      {words.sellAll}
    </Button>
  );
  return (
    <div className={classes.page} data-side={opened !== null || withdrawal !== null}>
      <InventoryTitle
        totals={totals}
        tab={tab}
        onTheWay={active.data?.withdrawals.length ?? 0}
        onTab={(next) => {
          selection.clear();
          address.replace({ aba: next === 'itens' ? undefined : next });
        }}
        action={tab === 'itens' ? sellAll : null}
      />
      {tab === 'itens' && (
        <>
          <AvailableItems
            query={inventory}
            onTheWay={active.data?.withdrawals ?? []}
            address={address}
            selection={selection}
            action={sellAll}
            onItem={(item) => {
              set({ retirada: undefined });
              setOpened({ item, withdraws: false });
            }}
            onWithdrawal={openWithdrawal}
          />
          <SelectionBar
            selection={selection}
            freeCount={freeCount}
            onSell={() => setOffer(offerOf(selection.items, inventory))}
            onWithdraw={() => selection.items[0] && setOpened({ item: selection.items[0], withdraws: true })}
          />
        </>
      )}
      {tab === 'retiradas' && (
        <WithdrawalList query={history} chosenId={withdrawal?.id ?? null} onChoose={openWithdrawal} />
      )}
      {tab === 'antigos' && (
        <GoneItems status={filters.saida} page={page} onStatus={(saida) => set({ saida })} onPage={address.setPage} />
      )}
      {opened !== null && (
        <ItemSide
          key={opened.item.id}
          item={opened.item}
          beginsWithdrawing={opened.withdraws}
          onSell={() => setOffer(offerOf([opened.item], inventory))}
          onWithdrawn={openWithdrawal}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === null && withdrawal !== null && (
        <WithdrawalSide
          key={withdrawal.id}
          withdrawal={withdrawal}
          updatedAt={history.dataUpdatedAt}
          onClose={() => set({ retirada: undefined })}
        />
      )}
      <SellDialog offer={offer} isBusy={isBusy} onConfirm={sell} onClose={() => setOffer(null)} />
    </div>
  );
}
