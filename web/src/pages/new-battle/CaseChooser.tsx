import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../data/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { rarityStyle } from '../../shared/items/rarity.ts';
import { SearchBox } from '../../shared/lists/SearchBox.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { sharedTexts, useTexts } from '../../shared/texts/index.ts';
import classes from './NewBattlePage.module.css';
import { type CartLine, roundsOf, withRound } from './recipe.ts';
import { texts as pageTexts } from './texts.ts';

export type ListedCase = AnswerOf<'GET /cases'>['data'][number];

/** Accents and capitals do not count: "cafe" finds Café. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function CaseChooser({
  query,
  cart,
  maxRounds,
  onChange,
}: {
  query: UseQueryResult<AnswerOf<'GET /cases'>>;
  cart: readonly CartLine[];
  maxRounds: number;
  onChange: (cart: CartLine[]) => void;
}) {
  const texts = useTexts(pageTexts);
  const [search, setSearch] = useState('');
  const isFull = roundsOf(cart) >= maxRounds;
  return (
    <>
      <SearchBox value={search} label={texts.searchCase} onSearch={setSearch} />
      <div className={classes.cases}>
        <QueryState query={query} loading={<Skeletons count={8} height={176} />}>
          {({ data }) => {
            const found = data.filter(({ name }) => plain(name).includes(plain(search)));
            if (found.length === 0) return <EmptyState title={texts.noCase}>{texts.noCaseHint}</EmptyState>;
            return found.map((shown) => {
              const count = roundsOf(cart.filter(({ caseId }) => caseId === shown.id));
              return (
                <ChosenCase
                  key={shown.id}
                  shown={shown}
                  count={count}
                  isFull={isFull}
                  onAdd={() => onChange(withRound(cart, shown.id))}
                />
              );
            });
          }}
        </QueryState>
      </div>
    </>
  );
}

function ChosenCase({
  shown,
  count,
  isFull,
  onAdd,
}: {
  shown: ListedCase;
  count: number;
  isFull: boolean;
  onAdd: () => void;
}) {
  const texts = useTexts(pageTexts);
  const { paused } = useTexts(sharedTexts);
  const { number } = useFormat();
  return (
    <button
      type="button"
      className={classes.case}
      style={rarityStyle(shown.topItems[0]?.rarityColor ?? '#3ddc97')}
      data-chosen={count > 0}
      disabled={shown.isPaused || isFull}
      onClick={onAdd}
    >
      <span className="visually-hidden">{texts.add(shown.name)}: </span>
      <span className={classes.count}>{count > 0 ? `×${number(count)}` : <Icon name="plus" size={15} />}</span>
      <img src={shown.imageUrl} alt="" width={96} height={76} loading="lazy" decoding="async" />
      <strong>{shown.name}</strong>
      {shown.isPaused ? <span>{paused}</span> : <Money cents={shown.priceCents} tone="accent" />}
    </button>
  );
}
