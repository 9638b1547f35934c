import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import type { InventoryAddress } from '../filters.ts';
import { texts } from '../texts.ts';
import { type Choice, useFilterChoices } from './use-filter-choices.ts';

interface Chip {
  name: string;
  label: string;
  remove: () => void;
}

export function useFilterChips({
  filters,
  set,
}: {
  filters: Partial<InventoryAddress>;
  set: (change: Partial<InventoryAddress>) => void;
}): Chip[] {
  const words = useTexts(texts);
  const { wholeMoney } = useFormat();
  const { rarities, categories, exteriors, sources } = useFilterChoices();
  const chosen = (name: 'raridade' | 'tipo' | 'desgaste' | 'origem', choices: Choice[]): Chip[] =>
    choices
      .filter(({ value }) => value === filters[name])
      .map(({ label }) => ({ name, label, remove: () => set({ [name]: undefined }) }));
  const sum = (reais: number) => wholeMoney(Number(reais) * 100);
  const { min, max } = filters;
  const range =
    min !== undefined && max !== undefined
      ? words.between(sum(min), sum(max))
      : min !== undefined
        ? words.from(sum(min))
        : max !== undefined
          ? words.upTo(sum(max))
          : null;
  const clearRange = () => set({ min: undefined, max: undefined });
  return [
    ...chosen('raridade', rarities),
    ...chosen('tipo', categories),
    ...chosen('desgaste', exteriors),
    ...chosen('origem', sources),
    ...(range === null ? [] : [{ name: 'valor', label: range, remove: clearRange }]),
  ];
}
