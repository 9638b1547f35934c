import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { apiQuery, useAction } from '../../data/queries.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { Icon } from '../../shared/icons/index.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import classes from './AcceptDialog.module.css';
import { Compared } from './OfferRow.tsx';
import { SwapSide } from './SwapSide.tsx';
import type { Swap } from './swap.types.ts';
import { swapErrors, texts } from './texts.ts';

/** A last look at the offer as it is now, before it is accepted; what is gone by then is said. */
export function AcceptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { offers } = useTexts(texts);
  const { close } = useTexts(sharedTexts);
  const query = useQuery({ ...apiQuery('GET /swap/{id}', { params: { id } }), staleTime: 0, gcTime: 0 });
  return (
    <Modal opened onClose={onClose} title={offers.lastLook} size="lg" closeButtonProps={{ 'aria-label': close }}>
      <QueryState query={query} loading={<Skeletons count={3} height={70} />}>
        {(swap) => <LastLook swap={swap} onClose={onClose} />}
      </QueryState>
    </Modal>
  );
}

function LastLook({ swap, onClose }: { swap: Swap; onClose: () => void }) {
  const words = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const errors = useTexts(swapErrors);
  const [missing, setMissing] = useState<string | null>(null);
  const accept = useAction('PUT /swap/{id}/accept', [
    'GET /swap/{id}',
    'GET /swap/my-swaps',
    'GET /swap/public',
    'GET /inventory',
  ]);
  const press = async () => {
    const found = await ownItemsFor(swap);
    if ('missing' in found) {
      setMissing(found.missing);
      return;
    }
    setMissing(null);
    accept.mutate({ params: { id: swap.id }, body: { inventoryItemIds: found.ids } });
  };
  if (accept.isSuccess) {
    return (
      <div className={classes.look} role="status">
        <p className={classes.done}>
          <Icon name="check" /> {words.offers.done}
        </p>
        <Button onClick={onClose}>{shared.close}</Button>
      </div>
    );
  }
  return (
    <div className={classes.look}>
      <SwapSide label={words.give} items={swap.asked} cents={swap.askedValueCents} />
      <SwapSide label={words.get} items={swap.offered} cents={swap.offeredValueCents} />
      <Compared swap={swap} />
      {swap.status !== 'PENDING' && <p className={classes.gone}>{words.offers.changed}</p>}
      {missing !== null && <p className={classes.gone}>{words.offers.missing(missing)}</p>}
      <ErrorLine error={accept.error} texts={errors} />
      <div className={classes.actions}>
        <Button variant="subtle" onClick={onClose}>
          {shared.cancel}
        </Button>
        <Button loading={accept.isPending} disabled={swap.status !== 'PENDING'} onClick={() => void press()}>
          {words.offers.accept}
        </Button>
      </div>
    </div>
  );
}

/** One available item of one's own for each kind that is asked; items that are named by their ids are not named again. */
async function ownItemsFor(swap: Swap): Promise<{ ids: string[] } | { missing: string }> {
  const ids: string[] = [];
  for (const { inventoryItemId, itemId, name } of swap.asked) {
    if (inventoryItemId !== null) continue;
    const query = { status: 'AVAILABLE', search: name, limit: 50 } as const;
    const { items } = await call('GET /inventory', { query });
    const own = items.find((item) => item.itemId === itemId && !ids.includes(item.id));
    if (own === undefined) return { missing: name };
    ids.push(own.id);
  }
  return { ids };
}
