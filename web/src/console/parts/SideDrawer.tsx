import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '../../shared/icons/index.tsx';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import { DrawerFooter } from './drawer-footer.ts';
import classes from './SideDrawer.module.css';

const WIDE = '(min-width: 1100px)';

interface Content {
  /** Screen readers read this name of the subject. */
  label: string;
  head: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

/**
 * It is 520 px wide beside the list, or a sheet from below where there is no room for both. Its head and the buttons of
 * a `DecisionForm` stay in sight.
 */
export function SideDrawer(content: Content) {
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  if (isWide) return <Beside {...content} />;
  const { label, onClose } = content;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': label } }}
      classNames={{ content: classes.sheet ?? '', body: classes.sheetBody ?? '' }}
    >
      <Inside {...content} />
    </Drawer>
  );
}

/** Takes the keyboard when it opens, closes by Escape, and gives the keyboard back. */
function Beside(content: Content) {
  const side = useRef<HTMLElement>(null);
  const close = useEffectEvent(content.onClose);
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
    <aside ref={side} className={classes.side} aria-label={content.label} tabIndex={-1} data-console-drawer>
      <Inside {...content} />
    </aside>
  );
}

function Inside({ head, children, onClose }: Content) {
  const { close } = useTexts(sharedTexts);
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  return (
    <>
      <div className={classes.head}>
        <div className={classes.headWords}>{head}</div>
        <button type="button" className={classes.close} aria-label={close} onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      <div className={classes.body}>
        <DrawerFooter value={footer}>{children}</DrawerFooter>
      </div>
      <div ref={setFooter} className={classes.footer} />
    </>
  );
}
