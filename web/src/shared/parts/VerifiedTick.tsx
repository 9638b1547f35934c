import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './VerifiedTick.module.css';

/** It appears only where this page has checked the play itself, and opens the steps of the calculation. */
export function VerifiedTick({ children, compact = false }: { children: ReactNode; compact?: boolean }) {
  const texts = useTexts(sharedTexts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={classes.tick} title={texts.verified.open} onClick={() => setIsOpen(true)}>
        <Icon name="shieldCheck" size={16} />
        <span className={compact ? 'visually-hidden' : undefined}>{texts.verified.label}</span>
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.verified.label}
        size="lg"
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {isOpen && children}
      </Modal>
    </>
  );
}
