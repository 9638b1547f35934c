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
  /** What is searched, also for who cannot see it. */
  label: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  /** The last that this box has searched for, or was given. */
  const asked = useRef(value);
  const search = useDebouncedCallback((text: string) => {
    asked.current = text;
    onSearch(text);
  }, PAUSE_MS);
  // Filters are cleared and addresses change elsewhere. What comes back of the typing is in the box, maybe with more behind it.
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
