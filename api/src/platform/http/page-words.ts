/**
 * What a page that was drawn ahead says of the thing which its address names: a text for each `{{name}}` that stands in it.
 * Null where there is no such thing.
 */
export type PageWords = (address: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, string>> | null>;

/** Words are an operator's or a player's: in a document they are text and nothing else. */
export const withWords = (document: string, words: Readonly<Record<string, string>>): string =>
  document.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(words[name] ?? ''));

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => ENTITIES[each] ?? each);
