import { useQuery } from '@tanstack/react-query';
import type { Case } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { CaseCover } from '../../shared/items/CaseCover.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Shelves.module.css';
import { texts } from './texts.ts';

const MOST_OPENED = 4;

/** The most opened cases come first, or the cheapest at the beginning, then each category. */
export function Shelves({ cases }: { cases: readonly Case[] }) {
  const words = useTexts(texts);
  const { plural } = useFormat();
  const pictures = useCategoryPictures();
  const opened = cases.filter(({ openingsCount }) => openingsCount > 0);
  const popular = opened.toSorted((a, b) => b.openingsCount - a.openingsCount).slice(0, MOST_OPENED);
  return (
    <>
      {popular.length === MOST_OPENED ? (
        <Shelf title={words.popular} hint={words.popularHint}>
          {popular.map((each, place) => (
            <CaseCover key={each.id} shown={each} place={place + 1} note={plural(each.openingsCount, words.opened)} />
          ))}
        </Shelf>
      ) : (
        <Shelf title={words.beginning} hint={words.beginningHint}>
          {cheapestOf(cases).map((each) => (
            <CaseCover key={each.id} shown={each} />
          ))}
        </Shelf>
      )}
      {[...Map.groupBy(cases, ({ category }) => category)].map(([category, ofIt]) => (
        <Shelf key={category} title={category} imageUrl={pictures.get(category) ?? null}>
          {ofIt.map((each) => (
            <CaseCover key={each.id} shown={each} />
          ))}
        </Shelf>
      ))}
    </>
  );
}

const cheapestOf = (cases: readonly Case[]) =>
  cases.toSorted((a, b) => Number(a.priceCents) - Number(b.priceCents)).slice(0, MOST_OPENED);

function useCategoryPictures(): ReadonlyMap<string, string | null> {
  const { data } = useQuery(apiQuery('GET /cases/categories', { query: { limit: 100 } }));
  return new Map(data?.data.map(({ name, imageUrl }) => [name, imageUrl]));
}

export function Shelf({
  title,
  hint,
  imageUrl,
  children,
}: {
  title: string;
  hint?: string;
  /** It is null while it is not known, and for a category without a picture. */
  imageUrl?: string | null;
  children: React.ReactNode;
}) {
  return (
    <section className={classes.shelf}>
      <header className={classes.head} data-pictured={imageUrl !== undefined}>
        {imageUrl !== undefined && imageUrl !== null && <img src={imageUrl} alt="" loading="lazy" decoding="async" />}
        <h2>{title}</h2>
        {hint !== undefined && <span>{hint}</span>}
      </header>
      <div className={classes.grid}>{children}</div>
    </section>
  );
}
