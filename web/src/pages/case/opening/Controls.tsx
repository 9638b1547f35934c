import { NumberInput, SegmentedControl, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConfig } from '../../../data/config.ts';
import { SoundSwitch } from '../../../shared/play/SoundSwitch.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import classes from './Controls.module.css';

const QUICK = [1, 2, 3, 5, 10];
/** The number is unknown until the server has told it. */
const MAX_QUANTITY = 100;

export function Controls({
  quantity,
  onQuantity,
  isFast,
  onFast,
  isBusy,
  button,
}: {
  quantity: number;
  onQuantity: (quantity: number) => void;
  isFast: boolean;
  onFast: (isFast: boolean) => void;
  isBusy: boolean;
  button: ReactNode;
}) {
  const words = useTexts(texts);
  const maxQuantity = useConfig()?.cases.maxQuantity ?? MAX_QUANTITY;
  return (
    <div className={classes.controls}>
      <div className={classes.quantity}>
        <SegmentedControl
          className={classes.quick ?? ''}
          aria-label={words.quantity}
          disabled={isBusy}
          data={QUICK.map(String)}
          value={QUICK.includes(quantity) ? String(quantity) : ''}
          onChange={(value) => onQuantity(Number(value))}
        />
        <NumberInput
          className={classes.other ?? ''}
          aria-label={words.otherQuantity}
          disabled={isBusy}
          value={quantity}
          min={1}
          max={maxQuantity}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => onQuantity(Math.max(1, Number(value) || 1))}
        />
      </div>
      <div className={classes.button}>{button}</div>
      <div className={classes.manner}>
        <Switch
          size="md"
          label={words.fast}
          checked={isFast}
          onChange={({ currentTarget }) => onFast(currentTarget.checked)}
        />
        <SoundSwitch />
      </div>
    </div>
  );
}
