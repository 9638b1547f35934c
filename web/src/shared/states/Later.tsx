import { type ReactNode, useDeferredValue } from 'react';

/** What is below the first screen: it is drawn when that is shown, and in slices, so that a slow telephone answers a finger. */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
