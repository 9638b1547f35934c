import { itemWords } from '../../../shared/items/item-words.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';

export interface Choice {
  value: string;
  label: string;
}

const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** All grades, kinds, wears and sources there are, by their names. */
export function useFilterChoices(): Record<'rarities' | 'categories' | 'exteriors' | 'sources', Choice[]> {
  const { rarities, categories, exteriors } = useTexts(itemWords);
  const { sources } = useTexts(texts);
  const { UNKNOWN: _, ...known } = rarities;
  return {
    rarities: choicesOf(known),
    categories: choicesOf(categories),
    exteriors: choicesOf(exteriors),
    sources: choicesOf(sources),
  };
}
