import { createContext } from 'react';

/** A `DecisionForm` puts its buttons below the scrolling part of a drawer. It is null outside of drawers. */
export const DrawerFooter = createContext<HTMLElement | null>(null);
