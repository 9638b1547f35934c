import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Icon } from '../../shared/icons/index.tsx';
import { useFocusBack } from '../../shared/parts/use-focus-back.ts';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import classes from './Side.module.css';

const WIDE = '(min-width: 1100px)';

/** It stands beside the list where there is room, else it is a sheet from below. */
export function Side(props: SideProps) {
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  return isWide ? <Beside {...props} /> : <Sheet {...props} />;
}

interface SideProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

function Sheet({ label, onClose, children }: SideProps) {
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      padding={0}
      withCloseButton={false}
      aria-label={label}
      classNames={{ content: classes.sheet ?? '', body: classes.sheetBody ?? '' }}
    >
      <CloseButton onClose={onClose} />
      {children}
    </Drawer>
  );
}

/** Takes the keyboard when it opens, closes by Escape, and gives the keyboard back. */
function Beside({ label, onClose, children }: SideProps) {
  const side = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    side.current?.focus({ preventScroll: true });
    const listener = (event: KeyboardEvent) => {
      // A dialog above it is closed first.
      if (event.key === 'Escape' && document.querySelector('[aria-modal=true]') === null) close();
    };
    addEventListener('keydown', listener);
    return () => {
      removeEventListener('keydown', listener);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside ref={side} className={classes.side} aria-label={label} tabIndex={-1}>
      <CloseButton onClose={onClose} />
      {children}
    </aside>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const { close } = useTexts(sharedTexts);
  return (
    <button type="button" className={classes.close} aria-label={close} onClick={onClose}>
      <Icon name="x" />
    </button>
  );
}
