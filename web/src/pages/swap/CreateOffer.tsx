import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfig } from '../../data/config.ts';
import type { InventoryItem, UpgradeTarget } from '../../data/generated/api.ts';
import { apiQuery, useAction } from '../../data/queries.ts';
import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { ItemTile } from '../../shared/items/ItemTile.tsx';
import { FilterChip } from '../../shared/lists/FilterChip.tsx';
import { SearchBox } from '../../shared/lists/SearchBox.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import classes from './CreateOffer.module.css';
import { GivenItems, sumOf } from './GivenItems.tsx';
import { type ChosenPerson, PersonChooser } from './PersonChooser.tsx';
import { swapErrors, texts } from './texts.ts';

export function CreateOffer({
  isOpen,
  to,
  onClose,
}: {
  isOpen: boolean;
  to: ChosenPerson | null;
  onClose: () => void;
}) {
  const { create } = useTexts(texts);
  const { close } = useTexts(sharedTexts);
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={create.title}
      size="xl"
      // A click beside it, or the key that closes the inventory above it, would lose the choice.
      closeOnClickOutside={false}
      closeOnEscape={!isChoosing}
      closeButtonProps={{ 'aria-label': close }}
    >
      {isOpen && <Form to={to} isChoosing={isChoosing} onChoose={setIsChoosing} onDone={onClose} />}
    </Modal>
  );
}

function Form({
  to,
  isChoosing,
  onChoose,
  onDone,
}: {
  to: ChosenPerson | null;
  isChoosing: boolean;
  onChoose: (isChoosing: boolean) => void;
  onDone: () => void;
}) {
  const { create } = useTexts(texts);
  const errors = useTexts(swapErrors);
  const most = useConfig()?.swaps.maxItemsPerSide ?? 1;
  const [given, setGiven] = useState<readonly InventoryItem[]>([]);
  const [asked, setAsked] = useState<readonly UpgradeTarget[]>([]);
  const [person, setPerson] = useState<ChosenPerson | null>(to);
  const action = useAction('POST /swap', ['GET /swap/my-swaps', 'GET /swap/public', 'GET /inventory']);
  const askedCents = asked.reduce((sum, { valueCentsBrl }) => sum + BigInt(valueCentsBrl), 0n);
  const offer = () =>
    action.mutate(
      {
        body: {
          inventoryItemIds: given.map(({ id }) => id),
          askedItemIds: asked.map(({ id }) => id),
          ...(person === null ? {} : { acceptorId: person.id }),
        },
      },
      { onSuccess: onDone },
    );
  return (
    <div className={classes.form}>
      <h3 className={classes.side}>
        {create.give} <Money cents={sumOf(given)} />
      </h3>
      <GivenItems items={given} most={most} isChoosing={isChoosing} onChoose={onChoose} onChange={setGiven} />
      <h3 className={classes.side}>
        {create.ask} <Money cents={askedCents} />
      </h3>
      <div className={classes.asked}>
        {asked.map((item) => (
          <FilterChip
            key={item.id}
            label={item.name}
            onRemove={() => setAsked(asked.filter(({ id }) => id !== item.id))}
          />
        ))}
        {asked.length === 0 && <p className={classes.hint}>{create.gift}</p>}
      </div>
      {asked.length < most && (
        <Catalogue onChoose={(item) => !asked.some(({ id }) => id === item.id) && setAsked([...asked, item])} />
      )}
      <PersonChooser person={person} onChange={setPerson} />
      <p className={classes.hint}>{create.hint}</p>
      <ErrorLine error={action.error} texts={errors} />
      <Button size="lg" disabled={given.length === 0} loading={action.isPending} onClick={offer}>
        {create.confirm}
      </Button>
    </div>
  );
}

function Catalogue({ onChoose }: { onChoose: (item: UpgradeTarget) => void }) {
  const { create } = useTexts(texts);
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    ...apiQuery('GET /upgrade/targets', { query: { search, limit: 6 } }),
    enabled: search !== '',
  });
  return (
    <>
      <SearchBox value={search} label={create.search} onSearch={setSearch} />
      <div className={classes.found}>
        {data?.data.map((item) => (
          <button key={item.id} type="button" className={classes.choice} onClick={() => onChoose(item)}>
            <ItemTile item={item} />
          </button>
        ))}
      </div>
    </>
  );
}
