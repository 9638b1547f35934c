import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
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
  const search = useDebouncedCallback(onSearch, PAUSE_MS);
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
