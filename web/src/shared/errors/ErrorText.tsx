import type { ApiError } from '../../data/api-error.ts';
import { useErrorText } from './use-error-text.ts';

/** Stands alone, so that pages load the texts of errors only when they show one. */
export function ErrorText({ error }: { error: ApiError }) {
  return useErrorText()(error);
}
