import { notifications } from '@mantine/notifications';
import type { InventoryItem, Sale } from '../../data/generated/api.ts';
import { invalidate, useAction } from '../../data/queries.ts';
import { expectSale, refreshSessionUnlessLive } from '../../data/session.ts';
import { useErrorText } from '../../shared/errors/use-error-text.ts';
import { useFormat } from '../../shared/format/index.ts';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import { texts } from './texts.ts';

export interface Offer {
  items: readonly InventoryItem[] | 'all';
  count: number;
  valueCents: string;
  /** Whether the server has told this value just now. */
  isFresh: boolean;
}

/** Sells, says what it brought, and asks everything anew that has changed by it. */
export function useSell(onSold: () => void) {
  const words = useTexts(texts);
  const { priceMoved } = useTexts(sharedTexts);
  const format = useFormat();
  const errorText = useErrorText(words.errors);
  const one = useAction('DELETE /inventory/{id}/sell', ['GET /inventory']);
  const several = useAction('POST /inventory/sell-multiple', ['GET /inventory']);
  const all = useAction('POST /inventory/sell-all', ['GET /inventory']);
  const settle = (offer: Offer, addToBalance = expectSale()) => ({
    onSuccess: ({ itemsSold, totalValueCents }: Sale) => {
      const sold = words.sold(format.plural(itemsSold, words.soldWords), format.money(totalValueCents));
      const message = totalValueCents === offer.valueCents ? sold : `${sold}. ${priceMoved}`;
      notifications.show({ title: words.soldTitle, message });
      if (offer.items !== 'all' && offer.count > 1) addToBalance(totalValueCents);
      else void refreshSessionUnlessLive();
      onSold();
    },
    onError: (error: Error) => {
      notifications.show({ title: words.failed, message: errorText(error), color: 'red' });
      invalidate('GET /inventory');
      onSold();
    },
  });
  return {
    isBusy: one.isPending || several.isPending || all.isPending,
    sell: (offer: Offer) => {
      if (offer.items === 'all') return all.mutate({}, settle(offer));
      const [first] = offer.items;
      if (first !== undefined && offer.items.length === 1)
        return one.mutate({ params: { id: first.id } }, settle(offer));
      several.mutate({ body: { inventoryItemIds: offer.items.map(({ id }) => id) } }, settle(offer));
    },
  };
}
