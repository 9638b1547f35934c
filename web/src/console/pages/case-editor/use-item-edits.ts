import { percentOfRolls } from '@lisura/fairness';
import { useState } from 'react';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import type { Catalogue } from './catalogue.ts';
import type { ItemEdits } from './ItemsTable.tsx';
import type { Draft } from './rules/draft.ts';
import { addItem, payerOf, removeItem, setChance, withRange } from './rules/edits.ts';
import { editorTexts } from './texts.ts';

const FIRST_ROLLS = 1_000;

export function useItemEdits({
  draft,
  catalogue,
  onChange,
  onAdd,
}: {
  draft: Draft;
  catalogue: Catalogue;
  onChange: (draft: Draft) => void;
  onAdd: () => void;
}) {
  const texts = useTexts(editorTexts);
  const { percent } = useFormat();
  const [selected, setSelected] = useState<string | null>(null);
  const [chosenPayer, setChosenPayer] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const payerId = payerOf(draft, '', chosenPayer);
  const change = (next: Draft) => {
    setNote(null);
    onChange(next);
  };
  const edits: ItemEdits = {
    setChance: (itemId, rolls) => {
      const edited = setChance(draft, itemId, rolls, payerId);
      change(edited.draft);
      if (edited.most !== null) setNote(texts.spent(catalogue.nameOf(itemId), percent(percentOfRolls(edited.most), 5)));
    },
    setEnds: (itemId, ends) => change(withRange(draft, itemId, ends)),
    remove: (itemId) => change(removeItem(draft, itemId, payerId)),
    setFlip: (flipItemId) => change({ ...draft, flipItemId }),
    select: setSelected,
    add: onAdd,
  };
  return {
    selected,
    payerId,
    note,
    edits,
    choosePayer: setChosenPayer,
    addItem: (itemId: string, cents: bigint) => {
      const centsOf = (each: string) => (each === itemId ? cents : catalogue.centsOf(each));
      change(addItem(draft, itemId, FIRST_ROLLS, { payerId, centsOf }));
      setSelected(itemId);
    },
  };
}
