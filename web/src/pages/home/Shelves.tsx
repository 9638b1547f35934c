import type { Case } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { CaseCover } from '../../shared/items/CaseCover.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Shelves.module.css';
import { texts } from './texts.ts';

const MOST_OPENED = 4;

/** Cases as a shop shows them: the most opened, then by category. */
export function Shelves({ cases }: { cases: readonly Case[] }) {
  const words = useTexts(texts);
  const { plural } = useFormat();
  const opened = cases.filter(({ openingsCount }) => openingsCount > 0);
  const popular = opened.toSorted((a, b) => b.openingsCount - a.openingsCount).slice(0, MOST_OPENED);
  return (
    <>
      {popular.length > 0 && (
        <Shelf title={words.popular} hint={words.popularHint}>
          {popular.map((each, place) => (
            <CaseCover key={each.id} shown={each} place={place + 1} note={plural(each.openingsCount, words.opened)} />
          ))}
        </Shelf>
      )}
      {[...Map.groupBy(cases, ({ category }) => category)].map(([category, ofIt]) => (
        <Shelf key={category} title={category}>
          {ofIt.map((each) => (
            <CaseCover key={each.id} shown={each} />
          ))}
        </Shelf>
      ))}
    </>
  );
}

export function Shelf({ title, hint, children }: { title: string; hint?: string; children: React.ReactNode }) {
  return (
    <section className={classes.shelf}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {hint !== undefined && <span>{hint}</span>}
      </header>
      <div className={classes.grid}>{children}</div>
    </section>
  );
}
