import { ErrorLine } from '../../shared/errors/ErrorLine.tsx';
import { useFormat } from '../../shared/format/index.ts';
import { ItemTile } from '../../shared/items/ItemTile.tsx';
import { ConfirmDialog } from '../../shared/parts/ConfirmDialog.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { shownItem } from './list/shown-item.ts';
import classes from './SellDialog.module.css';
import { texts } from './texts.ts';
import { useQuote } from './use-quote.ts';
import type { Offer } from './use-sell.ts';

const SHOWN = 6;

/** Shows the proceeds before the sale. */
export function SellDialog({
  offer,
  isBusy,
  onConfirm,
  onClose,
}: {
  offer: Offer | null;
  isBusy: boolean;
  onConfirm: (offer: Offer) => void;
  onClose: () => void;
}) {
  const words = useTexts(texts);
  const { plural, money, number } = useFormat();
  const { items, count } = offer ?? { items: [], count: 0 };
  const { valueCents, error } = useQuote(offer);
  const shown = items === 'all' ? [] : items.slice(0, SHOWN);
  const left = items === 'all' ? 0 : items.length - shown.length;
  return (
    <ConfirmDialog
      isOpen={offer !== null}
      title={words.sellTitle(plural(count, words.selected))}
      confirmLabel={valueCents === null ? words.sell : words.sellConfirm(money(valueCents))}
      isBusy={isBusy}
      isReady={valueCents !== null}
      onConfirm={() => offer !== null && valueCents !== null && onConfirm({ ...offer, valueCents })}
      onClose={onClose}
    >
      {shown.length > 0 && (
        <ul className={classes.items}>
          {shown.map((item) => (
            <li key={item.id}>
              <ItemTile item={shownItem(item)} />
            </li>
          ))}
          {left > 0 && <li className={classes.more}>+ {number(left)}</li>}
        </ul>
      )}
      <p className={classes.brings}>
        <span>{words.sellBrings}</span>
        <strong>{valueCents === null ? '…' : <Money cents={valueCents} tone="accent" />}</strong>
      </p>
      <ErrorLine error={error} texts={words.errors} />
      {items === 'all' && <p className={classes.note}>{words.sellAllNote}</p>}
      <p className={classes.note}>{words.sellNote}</p>
    </ConfirmDialog>
  );
}
