import { useState } from 'react';
import type { Draft } from './rules/draft.ts';

/** A draft is kept in the browser until it is published or discarded; `baseVersion` is the one that it began with. */
interface KeptDraft {
  draft: Draft;
  baseVersion: number | null;
  savedAt: number;
}

const keyOf = (caseId: string) => `lisura:case-draft:${caseId}`;

export interface DraftState {
  draft: Draft;
  /** It is null while nothing was changed. */
  savedAt: number | null;
  baseVersion: number | null;
  change: (next: Draft) => void;
  discard: () => void;
}

export function useDraft(caseId: string, played: Draft, versionNumber: number | null): DraftState {
  const [kept, setKept] = useState(() => keptDraft(caseId));
  const change = (draft: Draft) => {
    const next = { draft, baseVersion: kept?.baseVersion ?? versionNumber, savedAt: Date.now() };
    localStorage.setItem(keyOf(caseId), JSON.stringify(next));
    setKept(next);
  };
  const discard = () => {
    localStorage.removeItem(keyOf(caseId));
    setKept(null);
  };
  return {
    draft: kept?.draft ?? played,
    savedAt: kept?.savedAt ?? null,
    baseVersion: kept?.baseVersion ?? versionNumber,
    change,
    discard,
  };
}

function keptDraft(caseId: string): KeptDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(caseId)) ?? 'null') as KeptDraft | null;
    return Array.isArray(kept?.draft.ranges) ? kept : null;
  } catch {
    return null;
  }
}
