import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Opening } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { ItemTile } from '../../../shared/items/ItemTile.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { CheckTick } from './CheckTick.tsx';
import { hasPriceMoved, type Sold } from './sold.ts';
import type { Result } from './use-results.ts';
import classes from './WonMany.module.css';

const sumOf = (results: readonly Result[]) =>
  results.reduce((sum, { opening }) => sum + BigInt(opening.item.valueCentsBrl), 0n);

/** Each item has its tick; the chosen ones are sold together. */
export function WonMany({
  results,
  sold,
  paidCents,
  wonCents,
  isSelling,
  onSell,
  onKeep,
}: {
  results: readonly Result[];
  sold: Sold;
  paidCents: string;
  wonCents: string;
  isSelling: boolean;
  onSell: (openings: readonly Opening[]) => void;
  onKeep: () => void;
}) {
  const { result } = useTexts(texts);
  const { priceMoved } = useTexts(sharedTexts);
  const { number, money } = useFormat();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = results.filter(({ opening, isSold }) => !isSold && !left.has(opening.id));
  const toggle = (id: string) =>
    setLeft((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );
  const isRight = results.every(({ check }) => check.isValid);
  return (
    <Panel
      tone={isRight ? 'accent' : 'red'}
      title={result.many(number(results.length))}
      aside={
        <span className={classes.sums}>
          {result.paid} <Money cents={paidCents} /> · {result.won} <Money cents={wonCents} tone="accent" />
        </span>
      }
    >
      <div aria-live="polite">
        <p className={classes.verdict} data-right={isRight}>
          <Icon name={isRight ? 'shieldCheck' : 'alert'} />
          {isRight ? result.verifiedAll : `${result.wrong}. ${result.wrongHint}`}
        </p>
        <ul className={classes.list}>
          {results.map((each) => {
            const { opening, isSold } = each;
            return (
              <li key={opening.id} data-sold={isSold}>
                <Checkbox
                  className={classes.choice ?? ''}
                  classNames={{
                    body: classes.body ?? '',
                    labelWrapper: classes.tile ?? '',
                    label: classes.label ?? '',
                  }}
                  aria-label={result.select(opening.item.name)}
                  label={<ItemTile item={opening.item} />}
                  checked={!isSold && !left.has(opening.id)}
                  disabled={isSold}
                  onChange={() => toggle(opening.id)}
                />
                {isSold && <Badge>{result.soldShort}</Badge>}
                <CheckTick result={each} compact />
              </li>
            );
          })}
        </ul>
        {sold.itemIds.size > 0 && (
          <p className={classes.sold}>
            {result.sold(money(sold.broughtCents))}. {hasPriceMoved(sold) && priceMoved}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" leftSection={<Icon name="bag" />} onClick={onKeep} disabled={isSelling}>
          {result.keepAll}
        </Button>
        <Button
          variant="default"
          loading={isSelling}
          disabled={chosen.length === 0}
          onClick={() => onSell(chosen.map(({ opening }) => opening))}
        >
          {result.sellAll(number(chosen.length), money(sumOf(chosen)))}
        </Button>
      </div>
    </Panel>
  );
}
