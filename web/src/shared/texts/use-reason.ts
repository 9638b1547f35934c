import { useLanguage } from './language.tsx';
import { reasonIn } from './reasons.ts';

/** Says why something failed, in the reader's language where that is known. */
export function useReason(): <Reason extends string | null>(reason: Reason) => Reason | string {
  const { language } = useLanguage();
  return (reason) => (reason === null ? reason : reasonIn(language, reason));
}
