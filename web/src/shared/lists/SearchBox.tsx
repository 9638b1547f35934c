import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icons/index.tsx';

const PAUSE_MS = 300;

/** Searches when the typing pauses. */
export function SearchBox({
  value,
  label,
  onSearch,
}: {
  value: string;
  /** Screen readers read this name, too. */
  label: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  /** The box has searched for this last, or was given it. */
  const asked = useRef(value);
  const search = useDebouncedCallback((text: string) => {
    asked.current = text;
    onSearch(text);
  }, PAUSE_MS);
  // Filters and addresses also change elsewhere. A value that comes back from typing is in the box already, maybe with
  // more behind it.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    search.cancel();
    setTyped(value);
  }, [value, search]);
  return (
    <TextInput
      type="search"
      value={typed}
      placeholder={label}
      aria-label={label}
      leftSection={<Icon name="search" />}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value.trim());
      }}
    />
  );
}
