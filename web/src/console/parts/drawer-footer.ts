import { createContext } from 'react';

/** Below what scrolls in a drawer: a `DecisionForm` has its buttons there. Null outside of drawers. */
export const DrawerFooter = createContext<HTMLElement | null>(null);
