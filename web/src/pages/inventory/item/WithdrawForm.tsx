import { Button } from '@mantine/core';
import { useState } from 'react';
import type { InventoryItem, PriceComparison } from '../../../data/generated/api.ts';
import { invalidate, useAction } from '../../../data/queries.ts';
import { useSession } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { withdrawalWords } from '../withdrawals/texts.ts';
import classes from './ItemSide.module.css';
import { PriceRefusal } from './PriceRefusal.tsx';
import { TradeUrlForm } from './TradeUrlForm.tsx';

export function WithdrawForm({
  item,
  onBack,
  onSell,
  onWithdrawn,
}: {
  item: InventoryItem;
  onBack: () => void;
  onSell: () => void;
  onWithdrawn: (withdrawalId: string) => void;
}) {
  const { form } = useTexts(withdrawalWords);
  const { errors } = useTexts(texts);
  const tradeUrl = useSession().user?.tradeUrl ?? null;
  const [refusal, setRefusal] = useState<PriceComparison | null>(null);
  const withdraw = useAction('POST /inventory/{id}/withdraw');
  const confirm = () =>
    withdraw.mutate(
      { params: { id: item.id } },
      {
        onSuccess: async ({ withdrawalId, priceComparison }) => {
          await invalidate('GET /inventory', 'GET /inventory/withdrawals/active', 'GET /inventory/withdrawals/history');
          if (withdrawalId === undefined) setRefusal(priceComparison);
          else onWithdrawn(withdrawalId);
        },
        onError: () => invalidate('GET /inventory', 'GET /inventory/withdrawals/active'),
      },
    );
  if (tradeUrl === null) return <TradeUrlForm onBack={onBack} />;
  if (refusal !== null) return <PriceRefusal comparison={refusal} onSell={onSell} onBack={onBack} />;
  return (
    <>
      <section className={classes.form}>
        <h3>{form.title}</h3>
        <p>{form.how}</p>
        <ul>
          {form.points.map((point) => (
            <li key={point}>
              <Icon name="check" size={16} />
              {point}
            </li>
          ))}
        </ul>
        <ErrorLine error={withdraw.error} texts={errors} />
      </section>
      <footer className={classes.foot}>
        <Button variant="subtle" onClick={onBack} disabled={withdraw.isPending}>
          {form.back}
        </Button>
        <Button onClick={confirm} loading={withdraw.isPending}>
          {form.confirm}
        </Button>
      </footer>
    </>
  );
}
