import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { apiQuery, invalidate } from '../../../data/queries.ts';
import { refreshSession } from '../../../data/session.ts';
import { useErrorText } from '../../../shared/errors/use-error-text.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { ConfirmDialog } from '../../../shared/parts/ConfirmDialog.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as pageTexts } from '../texts.ts';

/** One sale takes no more, and a battle may give twice as many. */
const AT_ONCE = 100;

async function sellAll(ids: readonly string[]): Promise<bigint> {
  let sum = 0n;
  for (let place = 0; place < ids.length; place += AT_ONCE) {
    const body = { inventoryItemIds: ids.slice(place, place + AT_ONCE) };
    sum += BigInt((await call('POST /inventory/sell-multiple', { body })).totalValueCents);
  }
  return sum;
}

/** Sells what the winner still has of the battle, and says before what that brings. */
export function SellPrizes({ battleId }: { battleId: string }) {
  const texts = useTexts(pageTexts);
  const { money, plural } = useFormat();
  const errorText = useErrorText(texts.errors);
  const [isAsking, setIsAsking] = useState(false);
  const left = useQuery(apiQuery('GET /inventory/winnings', { query: { cause: 'BATTLE', id: battleId } })).data;
  const sale = useMutation({
    mutationFn: sellAll,
    onSuccess: (cents) => notifications.show({ title: texts.sold, message: money(cents) }),
    onError: (error) => notifications.show({ title: texts.notSold, message: errorText(error), color: 'red' }),
    onSettled: () => {
      setIsAsking(false);
      refreshSession();
      void invalidate('GET /inventory', 'GET /inventory/winnings');
    },
  });
  if (left === undefined || left.itemsCount === 0) return null;
  const sum = money(left.totalValueCents);
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {texts.sellPrizes(sum)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.sellPrizesTitle(plural(left.itemsCount, texts.items))}
        confirmLabel={texts.sellPrizes(sum)}
        isBusy={sale.isPending}
        onConfirm={() => sale.mutate(left.items.map(({ id }) => id))}
        onClose={() => setIsAsking(false)}
      >
        {texts.sellPrizesNote}
      </ConfirmDialog>
    </>
  );
}
