import { useMemo, useState } from 'react';
import type { Opening } from '../../../data/generated/api.ts';
import { useAction } from '../../../data/queries.ts';
import { expectSale, refreshSessionUnlessLive } from '../../../data/session.ts';
import type { CheckedPlay } from '../../../shared/fairness/checked-play.ts';
import { checkOpening } from '../opening/check.ts';
import type { Opened } from '../opening/types.ts';
import { NOTHING_SOLD, withSale } from './sold.ts';

export interface Result {
  opening: Opening;
  check: CheckedPlay;
  isSold: boolean;
}

/** This browser checks the results of a press and sells the won items. */
export function useResults({ request, answer, version }: Opened) {
  const [sold, setSold] = useState(NOTHING_SOLD);
  const sellOne = useAction('DELETE /inventory/{id}/sell', ['GET /inventory']);
  const sellSeveral = useAction('POST /inventory/sell-multiple', ['GET /inventory']);
  const checks = useMemo(
    () => answer.openings.map((opening) => checkOpening(opening, version, request)),
    [answer, version, request],
  );
  const results = answer.openings.map((opening, place) => ({
    opening,
    check: checks[place] as CheckedPlay,
    isSold: sold.itemIds.has(opening.inventoryItemId),
  }));
  const sell = async (openings: readonly Opening[]) => {
    const ids = openings.map(({ inventoryItemId }) => inventoryItemId);
    const [first] = ids;
    if (first === undefined) return;
    const addToBalance = expectSale();
    if (ids.length === 1) {
      const sale = await sellOne.mutateAsync({ params: { id: first } });
      setSold((before) => withSale(before, openings, sale));
      return refreshSessionUnlessLive();
    }
    const sale = await sellSeveral.mutateAsync({ body: { inventoryItemIds: ids } });
    setSold((before) => withSale(before, openings, sale));
    addToBalance(sale.totalValueCents);
  };
  return {
    results,
    sold,
    /** Rejects where it was refused: `error` says why. */
    sell,
    isSelling: sellOne.isPending || sellSeveral.isPending,
    error: sellOne.error ?? sellSeveral.error,
  };
}
