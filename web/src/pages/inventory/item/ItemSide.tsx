import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InventoryItem } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { shownItem } from '../list/shown-item.ts';
import { Side } from '../Side.tsx';
import { texts } from '../texts.ts';
import { ItemHead } from './ItemHead.tsx';
import classes from './ItemSide.module.css';
import { WithdrawForm } from './WithdrawForm.tsx';

export function ItemSide({
  item,
  beginsWithdrawing,
  onSell,
  onWithdrawn,
  onClose,
}: {
  item: InventoryItem;
  beginsWithdrawing: boolean;
  onSell: () => void;
  onWithdrawn: (withdrawalId: string) => void;
  onClose: () => void;
}) {
  const words = useTexts(texts);
  const { money, dateTime } = useFormat();
  const [isWithdrawing, setIsWithdrawing] = useState(beginsWithdrawing);
  return (
    <Side label={item.itemName} onClose={onClose}>
      <ItemHead item={shownItem(item)} rarity={item.itemRarity} exterior={item.exterior} />
      {isWithdrawing ? (
        <WithdrawForm item={item} onBack={() => setIsWithdrawing(false)} onSell={onSell} onWithdrawn={onWithdrawn} />
      ) : (
        <>
          <section className={classes.story}>
            <h3>{words.itemStory}</h3>
            <p className={classes.line}>
              <Icon name="box" />
              <span>{item.acquiredFrom === undefined ? words.acquiredUnknown : words.acquired(item.acquiredFrom)}</span>
              <time dateTime={item.acquiredAt}>{dateTime(item.acquiredAt)}</time>
            </p>
            {item.lockedUntil !== undefined && (
              <p className={classes.line}>
                <Icon name="lock" />
                {words.lockedUntil(dateTime(item.lockedUntil))}
              </p>
            )}
            {item.cannotLeave !== undefined && (
              <p className={classes.line} id={`stays-${item.id}`}>
                <Icon name="lock" />
                {words.stays[item.cannotLeave.code]}
              </p>
            )}
            <Link to="/historico" className={classes.link}>
              <Icon name="shieldCheck" size={16} />
              {words.inHistory}
            </Link>
          </section>
          <footer className={classes.foot}>
            <Button
              variant="default"
              leftSection={<Icon name="external" />}
              disabled={item.cannotLeave !== undefined}
              aria-describedby={item.cannotLeave === undefined ? undefined : `stays-${item.id}`}
              onClick={() => setIsWithdrawing(true)}
            >
              {words.toSteam}
            </Button>
            <Button onClick={onSell}>{words.sellFor(money(item.itemValueCents))}</Button>
          </footer>
        </>
      )}
    </Side>
  );
}
