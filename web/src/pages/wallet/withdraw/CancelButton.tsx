import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MoneyWithdrawal } from '../../../data/generated/api.ts';
import { useAction } from '../../../data/queries.ts';
import { refreshSession } from '../../../data/session.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../../shared/format/index.ts';
import { ConfirmDialog } from '../../../shared/parts/ConfirmDialog.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as allTexts } from './texts.ts';

/** Takes a withdrawal back, as long as nobody has approved it. */
export function CancelButton({ withdrawal }: { withdrawal: Pick<MoneyWithdrawal, 'id' | 'amountCents'> }) {
  const texts = useTexts(allTexts);
  const { money } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const cancel = useAction('POST /payment/withdraw/{id}/cancel', [
    'GET /payment/withdrawals',
    'GET /payment/transactions',
    'GET /payment/allowance',
  ]);
  const doCancel = () =>
    cancel.mutate(
      { params: { id: withdrawal.id } },
      {
        onSuccess: () => {
          setIsOpen(false);
          refreshSession();
        },
      },
    );
  return (
    <>
      <Button variant="subtle" onClick={() => setIsOpen(true)}>
        {texts.progress.cancel}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.progress.cancelTitle}
        confirmLabel={texts.progress.cancel}
        isBusy={cancel.isPending}
        onConfirm={doCancel}
        onClose={() => setIsOpen(false)}
      >
        <p>{texts.progress.cancelHint(money(withdrawal.amountCents))}</p>
        <ErrorLine error={cancel.error} texts={texts.errors} />
      </ConfirmDialog>
    </>
  );
}
