import { FOUND_NOT_BOUGHT, NEVER_ARRIVED } from '../orders/index.ts';
import { OWN_WORDS } from './own-words.rules.ts';

const UNKNOWN_REASON = 'Erro desconhecido ao processar compra';
/** For administrators: they say nothing that a user could do anything about. */
const NOT_FOR_USERS: ReadonlySet<string> = new Set([...Object.values(OWN_WORDS), NEVER_ARRIVED, FOUND_NOT_BOUGHT]);

/** Why a purchase came to nothing, as its user sees it: in the marketplace's own words where it had any. */
export function shownRefusal(refusal: string): string {
  const words = refusal.trim();
  return words === '' || NOT_FOR_USERS.has(words) ? UNKNOWN_REASON : words;
}
