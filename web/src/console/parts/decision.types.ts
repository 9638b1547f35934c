import type { ReactNode } from 'react';

export interface Decision {
  id: string;
  label: string;
  shortcut?: 'a' | 'r';
  tone?: 'go' | 'refuse' | 'plain';
  effect: ReactNode;
  /** It cannot be taken back: telephones ask for a long press. */
  isHeld?: boolean;
  /** Something else is still to be filled in. */
  isBlocked?: boolean;
  run: (reason: string) => Promise<unknown>;
}

export interface DecisionFormHandle {
  /** Chooses an action by its key, and takes the keyboard to the reason. */
  choose: (shortcut: 'a' | 'r') => void;
}

export interface Decided {
  decision: Decision;
  tookMs: number;
  /** It waits for a second person now. */
  isProposal: boolean;
}
