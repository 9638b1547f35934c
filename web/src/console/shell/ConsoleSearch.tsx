import { Autocomplete } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Found } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { addressOf, type FoundKind } from './found-address.ts';
import { searchTexts } from './search-texts.ts';

const PAUSE_MS = 250;
const SHORTEST = 1;

interface Option {
  value: string;
  label: string;
  address: ReturnType<typeof addressOf>;
}

/** One search over everything: users, records by number, cases and items. Ctrl and K take the keyboard to it. */
export function ConsoleSearch() {
  const texts = useTexts(searchTexts);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const found = useQuery({
    ...apiQuery('GET /admin/search', { query: { q: wanted } }),
    enabled: wanted.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  useHotkeys([['mod+K', () => field.current?.focus()]], []);
  const groups = found.data === undefined || wanted === '' ? [] : groupsOf(found.data, texts);
  return (
    <Autocomplete
      ref={field}
      w={340}
      aria-label={texts.label}
      placeholder={texts.label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={setTyped}
      data={groups.map(({ group, items }) => ({ group, items: items.map(({ value, label }) => ({ value, label })) }))}
      // The server has filtered.
      filter={({ options }) => options}
      maxDropdownHeight={420}
      onOptionSubmit={(value) => {
        const option = groups.flatMap(({ items }) => items).find((each) => each.value === value);
        if (option !== undefined) void navigate(option.address as never);
        setTimeout(() => setTyped(''));
      }}
    />
  );
}

function groupsOf(found: Found, texts: (typeof searchTexts)['en']): { group: string; items: Option[] }[] {
  const optionOf = (
    kind: FoundKind,
    id: string,
    label: string,
    more: { userId?: string | null; name?: string } = {},
  ): Option => ({ value: `${kind} ${id}`, label, address: addressOf(kind, id, more) });
  return [
    {
      group: texts.users,
      items: found.users.map(({ id, username, platformId }) =>
        optionOf('USER', id, `${username} · nº ${id} · ${platformId}`),
      ),
    },
    {
      group: texts.records,
      items: found.records.map(({ kind, id, status, userId, username }) =>
        optionOf(kind, id, [`${texts.kinds[kind]} ${id}`, username, status].filter(Boolean).join(' · '), { userId }),
      ),
    },
    { group: texts.cases, items: found.cases.map(({ id, name }) => optionOf('CASE', id, `${name} · ${id}`)) },
    { group: texts.items, items: found.items.map(({ id, name }) => optionOf('ITEM', id, `${name} · ${id}`, { name })) },
  ].filter(({ items }) => items.length > 0);
}
