import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { sharedTexts, useTexts } from '../texts/index.ts';

/** Says what will happen before it happens. The content is one sentence, or what it will bring and cost. */
export function ConfirmDialog({
  isOpen,
  title,
  confirmLabel,
  closeLabel,
  isBusy = false,
  isReady = true,
  onConfirm,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: string;
  confirmLabel?: string;
  /** Where what is confirmed is a cancellation itself, so that nobody takes one for the other. */
  closeLabel?: string;
  isBusy?: boolean;
  /** It is false while something must still be typed or ticked. */
  isReady?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const texts = useTexts(sharedTexts);
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      {children}
      <Group justify="flex-end" gap={10} mt={22}>
        <Button variant="subtle" onClick={onClose} disabled={isBusy}>
          {closeLabel ?? texts.cancel}
        </Button>
        {/* What is not ready cannot have the keyboard: what comes first in the dialog has it then. */}
        <Button onClick={onConfirm} loading={isBusy} disabled={!isReady} data-autofocus={isReady || undefined}>
          {confirmLabel ?? texts.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
