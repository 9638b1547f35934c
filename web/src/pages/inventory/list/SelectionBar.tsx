import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useConfig } from '../../../data/config.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { carryItems } from '../../../shared/play/carried-items.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { MAX_SELECTED, type Selection } from '../use-selection.ts';
import classes from './SelectionBar.module.css';

export function SelectionBar({
  selection,
  freeCount,
  onSell,
  onWithdraw,
}: {
  selection: Selection;
  freeCount: number;
  onSell: () => void;
  onWithdraw: () => void;
}) {
  const words = useTexts(texts);
  const { plural, number, money } = useFormat();
  const mostInUpgrade = useConfig()?.upgrades.maxItems ?? 0;
  const navigate = useNavigate();
  const { items, sumCents, clear } = selection;
  if (items.length === 0) return null;
  const stays = items[0]?.cannotLeave;
  const noUpgrade = items.length > mostInUpgrade ? words.upgradeMost(number(mostInUpgrade)) : undefined;
  const noWithdrawal = items.length !== 1 ? words.withdrawOne : stays && words.stays[stays.code];
  return (
    <section className={classes.bar} aria-live="polite">
      <div className={classes.count}>
        <strong>{plural(items.length, words.selected)}</strong>
        <small>{items.length === MAX_SELECTED ? words.tooMany : words.ofFree(number(freeCount))}</small>
      </div>
      <div className={classes.sum}>
        <small>{words.sum}</small>
        <strong>
          <Money cents={sumCents} tone="accent" />
        </strong>
      </div>
      <div className={classes.actions}>
        <Button variant="subtle" className={classes.clear} onClick={clear}>
          {words.clear}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="arrowUp" />}
          disabled={noUpgrade !== undefined}
          title={noUpgrade}
          onClick={() => {
            carryItems(items);
            void navigate({ to: '/upgrade' });
          }}
        >
          {words.upgrade}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="external" />}
          disabled={noWithdrawal !== undefined}
          title={noWithdrawal}
          onClick={onWithdraw}
        >
          {words.withdraw}
        </Button>
        <Button onClick={onSell}>
          <span className={classes.long}>{words.sellFor(money(sumCents))}</span>
          <span className={classes.short}>{words.sell}</span>
        </Button>
      </div>
      {/* What a pointer reads in the titles of the buttons. */}
      <small className={classes.why}>{[noUpgrade, noWithdrawal].filter(Boolean).join(' · ')}</small>
    </section>
  );
}
