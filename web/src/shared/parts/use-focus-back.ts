import { useEffect, useState } from 'react';

/**
 * Returns the focus when a dialog that exists only while it is open goes away. Mantine does so only where a dialog
 * stays and its `opened` changes.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // An element that took the focus meanwhile keeps it.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
