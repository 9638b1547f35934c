import { Button } from '@mantine/core';
import type { PriceComparison } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { withdrawalWords } from '../withdrawals/texts.ts';
import classes from './ItemSide.module.css';

/** Explains by three sums why an item cannot be bought at the price of the marketplace. */
export function PriceRefusal({
  comparison,
  onSell,
  onBack,
}: {
  comparison: PriceComparison;
  onSell: () => void;
  onBack: () => void;
}) {
  const { refused, form } = useTexts(withdrawalWords);
  const { dollars } = useFormat();
  const { ourPriceCentsUsd, maxPayCents, marketMinPriceCents, hasStock, isPriceValid, canSwap } = comparison;
  const isKnown = marketMinPriceCents > 0;
  const why = !isKnown
    ? refused.unknown
    : !hasStock
      ? refused.nobodySells
      : isPriceValid
        ? refused.unknown
        : refused.tooExpensive(dollars(marketMinPriceCents), dollars(maxPayCents));
  return (
    <>
      <section className={classes.form} role="alert">
        <div className={classes.refused}>
          <h3>{refused.title}</h3>
          <p>{why}</p>
          <dl>
            <div>
              <dt>{refused.worth}</dt>
              <dd>{dollars(ourPriceCentsUsd)}</dd>
            </div>
            <div>
              <dt>{refused.ceiling}</dt>
              <dd>{dollars(maxPayCents)}</dd>
            </div>
            {isKnown && (
              <div>
                <dt>{refused.market}</dt>
                <dd>{dollars(marketMinPriceCents)}</dd>
              </div>
            )}
          </dl>
        </div>
        <p>{refused.stays}</p>
        <p className={classes.quiet}>
          {refused.why} {canSwap && refused.swap}
        </p>
      </section>
      <footer className={classes.foot}>
        <Button variant="default" onClick={onBack}>
          {form.back}
        </Button>
        <Button onClick={onSell}>{refused.sellInstead}</Button>
      </footer>
    </>
  );
}
