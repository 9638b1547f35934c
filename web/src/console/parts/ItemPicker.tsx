import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminItem } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { SearchBox } from '../../shared/lists/SearchBox.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import classes from './ItemPicker.module.css';
import { partTexts } from './texts.ts';

const SHOWN = 6;

/** Finds an item of the catalogue by its name. */
export function ItemPicker({
  title,
  hint,
  isOpen,
  isInside,
  onAdd,
  onClose,
}: {
  title: string;
  hint?: string;
  isOpen: boolean;
  isInside: (itemId: string) => boolean;
  onAdd: (item: AdminItem) => void;
  onClose: () => void;
}) {
  const texts = useTexts(partTexts).picker;
  const { close } = useTexts(sharedTexts);
  const { money } = useFormat();
  const [search, setSearch] = useState('');
  const items = useQuery({
    ...apiQuery('GET /admin/items', {
      query: { limit: SHOWN, isArchived: false, ...(search !== '' && { search }) },
    }),
    enabled: isOpen,
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': close }}>
      {hint !== undefined && <p>{hint}</p>}
      <SearchBox value="" label={texts.search} onSearch={setSearch} />
      <div className={classes.found}>
        <QueryState query={items} loading={<Skeletons count={SHOWN} height={48} />}>
          {({ data }) =>
            data.map((item) => (
              <button key={item.id} type="button" disabled={isInside(item.id)} onClick={() => onAdd(item)}>
                <img src={item.imageUrl} alt="" loading="lazy" decoding="async" />
                <span>{item.name}</span>
                <span>{isInside(item.id) ? texts.inside : money(item.valueCentsBrl)}</span>
              </button>
            ))
          }
        </QueryState>
      </div>
    </Modal>
  );
}
