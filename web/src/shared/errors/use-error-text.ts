import { useFormat } from '../format/index.ts';
import { sharedTexts, useTexts } from '../texts/index.ts';
import { type ErrorTexts, errorTexts, textOf } from './error-texts.ts';

/**
 * What went wrong in the language of the page: by the error's code among `own` texts of the page, then among those that
 * all pages share, and else as the server says it.
 */
export function useErrorText(own: ErrorTexts = {}): (error: unknown) => string {
  const shared = useTexts(errorTexts);
  const { states } = useTexts(sharedTexts);
  const format = useFormat();
  return (error) => textOf(error, { ...shared, ...own }, format) ?? states.failed;
}
