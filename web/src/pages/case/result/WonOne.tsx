import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { playLink } from '../../../shared/fairness/verify-link.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { carryWonItem } from '../../../shared/play/carried-items.ts';
import { WonCard } from '../../../shared/play/WonCard.tsx';
import { sharedTexts, useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import { CheckTick } from './CheckTick.tsx';
import classes from './Results.module.css';
import { hasPriceMoved, type Sold } from './sold.ts';
import type { Result } from './use-results.ts';

export function WonOne({
  result: won,
  sold,
  isSelling,
  onSell,
  onKeep,
}: {
  result: Result;
  sold: Sold;
  isSelling: boolean;
  onSell: () => void;
  onKeep: () => void;
}) {
  const { opening, check, isSold } = won;
  const { result, flip } = useTexts(texts);
  const { priceMoved } = useTexts(sharedTexts);
  const { money } = useFormat();
  const navigate = useNavigate();
  const actions = (
    <>
      {isSold ? (
        <>
          <Badge tone="accent" icon="check">
            {result.sold(money(sold.broughtCents))}
          </Badge>
          {hasPriceMoved(sold) && <small className={classes.moved}>{priceMoved}</small>}
        </>
      ) : (
        <>
          <Button variant="default" leftSection={<Icon name="bag" />} onClick={onKeep} disabled={isSelling}>
            {result.keep}
          </Button>
          <Button variant="default" onClick={onSell} loading={isSelling}>
            {result.sell(money(opening.item.valueCentsBrl))}
          </Button>
        </>
      )}
      {!isSold && (
        <Button
          variant="default"
          leftSection={<Icon name="arrowUp" />}
          onClick={async () => {
            // Without it the page is as good: the item is chosen there.
            await carryWonItem(opening.inventoryItemId).catch(() => undefined);
            await navigate({ to: '/upgrade' });
          }}
        >
          {result.upgrade}
        </Button>
      )}
      <Button variant="subtle" component={Link} {...playLink('opening', opening, check)}>
        {result.verify}
      </Button>
    </>
  );
  return (
    <WonCard
      item={opening.item}
      chancePercent={opening.chancePercent}
      roll={opening.roll}
      nonce={opening.nonce}
      tick={
        <>
          <CheckTick result={won} />
          {opening.isFlip && (
            <Badge tone="gold" icon="star">
              {flip.won}
            </Badge>
          )}
        </>
      }
      actions={actions}
    />
  );
}
