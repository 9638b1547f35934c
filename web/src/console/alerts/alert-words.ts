import { ALERT_ACTIONS, type AlertKind } from '../../data/generated/alert-actions.ts';
import type { Alert } from '../../data/generated/api.ts';
import type { Language } from '../../shared/texts/index.ts';
import { ALERT_ACTIONS_PT } from './alert-actions.pt.ts';

export interface AlertWords {
  title: string;
  /** It is null where the documents know no such alert. */
  meaning: string | null;
  action: string | null;
}

const isKnown = (kind: string): kind is AlertKind => kind in ALERT_ACTIONS;

/** The words come from the documents, because the API's own title and message are English; these have its figures. */
export function alertWords({ kind, title }: Pick<Alert, 'kind' | 'title'>, language: Language): AlertWords {
  if (!isKnown(kind)) return { title, meaning: null, action: null };
  return language === 'en' ? { title, ...ALERT_ACTIONS[kind] } : ALERT_ACTIONS_PT[kind];
}
