import type { ApiError } from '../../data/api-error.ts';
import { useErrorText } from './use-error-text.ts';

/** An error in words, by itself: states of pages load it when there is one to tell. */
export function ErrorText({ error }: { error: ApiError }) {
  return useErrorText()(error);
}
