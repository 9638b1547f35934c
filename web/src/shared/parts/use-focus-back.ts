import { useEffect, useState } from 'react';

/**
 * For a dialog that is there only while it is open: when it goes, what had the keyboard before has it again. Mantine does so
 * by itself only where a dialog stays and its `opened` changes.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Whoever has taken it meanwhile keeps it.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
