import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import { apiQuery, invalidate, queryClient } from '../../data/queries.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { Icon } from '../../shared/icons/index.tsx';
import { findOwnItems } from '../../shared/items/own-items.ts';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import classes from './AcceptDialog.module.css';
import { copiesFor } from './copies.ts';
import { Compared } from './OfferRow.tsx';
import { SwapSide } from './SwapSide.tsx';
import type { Swap } from './swap.types.ts';
import { swapErrors, texts } from './texts.ts';

/** Shows the present offer once more and says which items are gone. */
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
  const mutationKey = ['PUT /swap/{id}/accept', swap.id];
  const accept = useMutation({ mutationKey, mutationFn: () => giveAndAccept(swap) });
  // The button hears a moment later that it was pressed: the second of two quick presses must not count either.
  const press = () => queryClient.isMutating({ mutationKey }) === 0 && accept.mutate();
  const missing = accept.data?.missing ?? null;
  if (accept.isSuccess && missing === null) {
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
        <Button loading={accept.isPending} disabled={swap.status !== 'PENDING'} onClick={press}>
          {words.offers.accept}
        </Button>
      </div>
    </div>
  );
}

/**
 * Accepts with own copies of the wanted items; where there are too few, `missing` names the item and nothing is
 * accepted.
 */
async function giveAndAccept({ id, asked }: Swap): Promise<{ missing: string | null }> {
  const names = new Set(asked.flatMap(({ inventoryItemId, name }) => (inventoryItemId === null ? [name] : [])));
  const owned = await Promise.all([...names].map(findOwnItems));
  const found = copiesFor(asked, owned.flat());
  if ('missing' in found) return found;
  await call('PUT /swap/{id}/accept', { params: { id }, body: { inventoryItemIds: found.ids } });
  void invalidate('GET /swap/{id}', 'GET /swap/my-swaps', 'GET /swap/public', 'GET /inventory');
  return { missing: null };
}
