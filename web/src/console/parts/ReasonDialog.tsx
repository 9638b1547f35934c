import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ErrorTexts } from '../../shared/errors/error-texts.ts';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import { DecisionForm } from './DecisionForm.tsx';
import type { Decided, Decision } from './decision.types.ts';
import { DrawerFooter } from './drawer-footer.ts';

/** Without a drawer, this explains the consequence, asks for the reason and acts. It is null where nothing is asked. */
export function ReasonDialog({
  title,
  decision,
  errors,
  onDone,
  onClose,
  children,
}: {
  title: string;
  decision: Decision | null;
  errors?: ErrorTexts;
  onDone: (decided: Decided) => void;
  onClose: () => void;
  /** Above the reason. */
  children?: ReactNode;
}) {
  const texts = useTexts(sharedTexts);
  return (
    <Modal
      opened={decision !== null}
      onClose={onClose}
      title={title}
      padding={20}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {decision !== null && (
        // Its buttons are its own, also above a drawer.
        <DrawerFooter value={null}>
          <DecisionForm decisions={[decision]} isReasonFirst {...(errors && { errors })} onDone={onDone}>
            {children}
          </DecisionForm>
        </DrawerFooter>
      )}
    </Modal>
  );
}
