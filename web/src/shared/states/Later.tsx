import { type ReactNode, useDeferredValue } from 'react';

/**
 * Parts below the first screen are drawn in slices when they come into view, so that a slow telephone answers a finger.
 */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
