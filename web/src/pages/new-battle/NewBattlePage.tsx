import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useConfig } from '../../data/config.ts';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { Cart } from './Cart.tsx';
import { CaseChooser } from './CaseChooser.tsx';
import { ModeChooser } from './ModeChooser.tsx';
import classes from './NewBattlePage.module.css';
import { type Recipe, recipeOf } from './recipe.ts';
import { SizeChooser } from './SizeChooser.tsx';
import { texts as pageTexts } from './texts.ts';

const MOST = 100;

export function NewBattlePage() {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  const config = useConfig();
  const search = useLocation().search as Record<string, unknown>;
  const [recipe, setRecipe] = useState<Recipe>(() => recipeOf(search));
  const cases = useQuery(apiQuery('GET /cases', { query: { limit: MOST, sortBy: 'price', sortOrder: 'asc' } }));
  const change = (part: Partial<Recipe>) => setRecipe((before) => ({ ...before, ...part }));
  const maxRounds = config?.battles.maxRounds ?? 50;
  return (
    <>
      <PageTitle title={texts.title} hue="blue" lead={texts.lead(number(config?.battles.waitMinutes ?? 30))} />
      <div className={classes.page}>
        <div className={classes.choices}>
          <Step place="1" title={texts.mode}>
            <ModeChooser chosen={recipe.mode} onChoose={(mode) => change({ mode })} />
          </Step>
          <Step place="2" title={texts.size}>
            <SizeChooser chosen={recipe.size} onChoose={(size) => change({ size })} />
          </Step>
          <Step place="3" title={texts.cases} hint={texts.casesHint(number(maxRounds))}>
            <CaseChooser query={cases} cart={recipe.cart} maxRounds={maxRounds} onChange={(cart) => change({ cart })} />
          </Step>
        </div>
        <Cart recipe={recipe} change={change} cases={cases.data?.data ?? []} maxRounds={maxRounds} config={config} />
      </div>
    </>
  );
}

function Step({
  place,
  title,
  hint,
  children,
}: {
  place: string;
  title: string;
  hint?: string;
  children: React.ReactNode;
}) {
  return (
    <section className={classes.step}>
      <h2>
        <span className={classes.place}>{place}</span>
        {title}
        {hint !== undefined && <small>{hint}</small>}
      </h2>
      {children}
    </section>
  );
}
