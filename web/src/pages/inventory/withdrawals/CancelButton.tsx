import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ItemWithdrawal } from '../../../data/generated/api.ts';
import { useAction } from '../../../data/queries.ts';
import { ErrorLine } from '../../../shared/errors/ErrorLine.tsx';
import { ConfirmDialog } from '../../../shared/parts/ConfirmDialog.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { withdrawalWords } from './texts.ts';
import { refreshWithdrawals } from './use-withdrawals.ts';

/** Takes a withdrawal back while it waits for review. The item is free at once, so nothing else asks why. */
export function CancelButton({
  withdrawal: { id, itemName },
}: {
  withdrawal: Pick<ItemWithdrawal, 'id' | 'itemName'>;
}) {
  const { cancel: words } = useTexts(withdrawalWords);
  const [isOpen, setIsOpen] = useState(false);
  const cancel = useAction('POST /inventory/withdrawals/{id}/cancel');
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {words.cancel}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={words.title}
        confirmLabel={words.cancel}
        closeLabel={words.keep}
        isBusy={cancel.isPending}
        onConfirm={() =>
          cancel.mutate({ params: { id } }, { onSuccess: () => setIsOpen(false), onSettled: refreshWithdrawals })
        }
        onClose={() => setIsOpen(false)}
      >
        <p>{words.hint(itemName)}</p>
        <ErrorLine error={cancel.error} />
      </ConfirmDialog>
    </>
  );
}
