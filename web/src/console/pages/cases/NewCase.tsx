import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../data/queries.ts';
import { parseMoney } from '../../../shared/format/parse-money.ts';
import { MoneyInput } from '../../../shared/parts/MoneyInput.tsx';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import { Refusal } from '../../parts/Refusal.tsx';
import classes from './cases.module.css';
import { caseListTexts } from './texts.ts';

const NOTHING = { name: '', category: '', imageUrl: '', price: '' };

export function NewCase({
  isOpen,
  onClose,
  onMade,
}: {
  isOpen: boolean;
  onClose: () => void;
  onMade: (id: string) => void;
}) {
  const texts = useTexts(caseListTexts);
  const { close } = useTexts(sharedTexts);
  const [typed, setTyped] = useState(NOTHING);
  const make = useAction('POST /admin/cases', ['GET /admin/cases']);
  const cents = parseMoney(typed.price);
  const isPriced = cents !== null && cents > 0n;
  const field = (name: 'name' | 'category' | 'imageUrl', label: string) => (
    <TextInput
      label={label}
      required
      value={typed[name]}
      onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
    />
  );
  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.makeTitle} closeButtonProps={{ 'aria-label': close }}>
      <form
        className={classes.make}
        onSubmit={(event) => {
          event.preventDefault();
          const { name, category, imageUrl } = typed;
          if (!isPriced) return;
          make.mutate(
            { body: { name, category, imageUrl, priceCents: cents.toString() } },
            { onSuccess: ({ id }) => onMade(id) },
          );
        }}
      >
        <p>{texts.makeHint}</p>
        {field('name', texts.name)}
        {field('category', texts.category)}
        {field('imageUrl', texts.imageUrl)}
        <MoneyInput
          label={texts.price}
          value={typed.price}
          error={typed.price !== '' && !isPriced ? texts.noPrice : null}
          onChange={(price) => setTyped({ ...typed, price })}
        />
        <Refusal error={make.error} />
        <Button type="submit" loading={make.isPending} disabled={!isPriced}>
          {texts.make}
        </Button>
      </form>
    </Modal>
  );
}
