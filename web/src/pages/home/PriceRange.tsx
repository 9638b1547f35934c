import { RangeSlider } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './PriceRange.module.css';
import { texts } from './texts.ts';

/** The steps are the existing prices, so that cheap ones have as much room as dear ones. */
export function PriceRange({
  prices,
  from,
  to,
  onChange,
}: {
  prices: readonly number[];
  from: number | undefined;
  to: number | undefined;
  onChange: (from: number | undefined, to: number | undefined) => void;
}) {
  const words = useTexts(texts);
  const { wholeMoney } = useFormat();
  const last = Math.max(1, prices.length - 1);
  const placeOf = (cents: number | undefined, fallback: number) => {
    const place = cents === undefined ? -1 : prices.findIndex((price) => price >= cents);
    return place < 0 ? fallback : place;
  };
  const [places, setPlaces] = useState<[number, number]>(() => [placeOf(from, 0), placeOf(to, last)]);
  const priceAt = (place: number) => prices[place] ?? 0;
  return (
    <div className={classes.range}>
      <span className={classes.label}>{words.price}</span>
      <span className={classes.end}>{wholeMoney(priceAt(places[0]))}</span>
      <RangeSlider
        className={classes.slider ?? ''}
        min={0}
        max={last}
        step={1}
        minRange={0}
        size={4}
        thumbSize={16}
        label={null}
        value={places}
        disabled={prices.length < 2}
        thumbFromLabel={words.priceFrom}
        thumbToLabel={words.priceTo}
        onChange={setPlaces}
        onChangeEnd={([low, high]) =>
          onChange(low === 0 ? undefined : priceAt(low), high === last ? undefined : priceAt(high))
        }
      />
      <span className={classes.end}>{wholeMoney(priceAt(places[1]))}</span>
    </div>
  );
}
