import { useFormat } from '../format/index.ts';
import { sharedTexts, useTexts } from '../texts/index.ts';
import { type ErrorTexts, errorTexts, textOf } from './error-texts.ts';

/**
 * Finds the text of an error in the language of the page: first among `own` texts of the page, then among the shared
 * ones, else the server's.
 */
export function useErrorText(own: ErrorTexts = {}): (error: unknown) => string {
  const shared = useTexts(errorTexts);
  const { states } = useTexts(sharedTexts);
  const format = useFormat();
  return (error) => textOf(error, { ...shared, ...own }, format) ?? states.failed;
}
