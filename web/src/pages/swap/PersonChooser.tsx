import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../data/queries.ts';
import { FilterChip } from '../../shared/lists/FilterChip.tsx';
import { SearchBox } from '../../shared/lists/SearchBox.tsx';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './PersonChooser.module.css';
import { texts } from './texts.ts';

export interface ChosenPerson {
  id: string;
  username: string;
  avatarUrl: string | null;
}

const LEAST_LETTERS = 3;

/** To whom an offer is made: one person found by name, or everybody. */
export function PersonChooser({
  person,
  onChange,
}: {
  person: ChosenPerson | null;
  onChange: (person: ChosenPerson | null) => void;
}) {
  const { create } = useTexts(texts);
  const [name, setName] = useState('');
  const isEnough = name.length >= LEAST_LETTERS;
  const { data } = useQuery({
    ...apiQuery('GET /users/search', { query: { name } }),
    enabled: isEnough && person === null,
    placeholderData: keepPreviousData,
  });
  if (person !== null) {
    return (
      <div className={classes.chooser}>
        <h3>{create.to}</h3>
        <div className={classes.chosen}>
          <Avatar name={person.username} url={person.avatarUrl} size={36} />
          <FilterChip label={person.username} onRemove={() => onChange(null)} />
        </div>
      </div>
    );
  }
  return (
    <div className={classes.chooser}>
      <h3>{create.to}</h3>
      <SearchBox value={name} label={create.searchPeople} onSearch={setName} />
      <p className={classes.hint} aria-live="polite">
        {name === '' && create.toHint}
        {name !== '' && !isEnough && create.more}
        {isEnough && data?.people.length === 0 && create.nobody}
      </p>
      {isEnough && (
        <div className={classes.people}>
          {data?.people.map((found) => (
            <button key={found.id} type="button" className={classes.person} onClick={() => onChange(found)}>
              <Avatar name={found.username} url={found.avatarUrl} size={36} />
              {found.username}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
