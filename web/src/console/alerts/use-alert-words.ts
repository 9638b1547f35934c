import type { Alert } from '../../data/generated/api.ts';
import { useLanguage } from '../../shared/texts/index.ts';
import { type AlertWords, alertWords } from './alert-words.ts';

export const useAlertWords = (alert: Pick<Alert, 'kind' | 'title'>): AlertWords =>
  alertWords(alert, useLanguage().language);
