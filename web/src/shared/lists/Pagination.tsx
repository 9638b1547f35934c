import { useFormat } from '../format/index.ts';
import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './lists.module.css';

/** Takes the API's `meta`, and shows nothing where everything is on one page. */
export function Pagination({
  meta,
  onPage,
}: {
  meta: { page: number; limit: number; total: number };
  onPage: (page: number) => void;
}) {
  const texts = useTexts(sharedTexts);
  const { number } = useFormat();
  const pages = Math.max(1, Math.ceil(meta.total / meta.limit));
  if (pages === 1) return null;
  return (
    <nav className={classes.pages} aria-label={texts.page(number(meta.page), number(pages))}>
      <button
        type="button"
        aria-label={texts.previousPage}
        disabled={meta.page <= 1}
        onClick={() => onPage(meta.page - 1)}
      >
        <Icon name="chevronLeft" />
      </button>
      <span>{texts.page(number(meta.page), number(pages))}</span>
      <button
        type="button"
        aria-label={texts.nextPage}
        disabled={meta.page >= pages}
        onClick={() => onPage(meta.page + 1)}
      >
        <Icon name="chevronRight" />
      </button>
    </nav>
  );
}
