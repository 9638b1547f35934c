/**
 * The words of a prerendered page for the record in its address: a text for each `{{name}}`. Null if there is no such
 * record.
 */
export type PageWords = (address: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, string>> | null>;

/** The words come from operators and players, so they are escaped. */
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
