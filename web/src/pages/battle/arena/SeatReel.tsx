import { useMemo } from 'react';
import type { Battle } from '../../../shared/battles/battle.ts';
import { type ShowMoment, speedOf } from '../../../shared/battles/show.ts';
import { itemNameOf } from '../../../shared/items/item-name.ts';
import { rarityStyle, type ShownItem } from '../../../shared/items/rarity.ts';
import { Reel } from '../../../shared/play/Reel.tsx';
import { reelOf } from './reel-entries.ts';
import classes from './SeatPanel.module.css';
import type { SeatRoll } from './standing.ts';

const CELL = 122;
const CELL_ON_PHONES = 98;

/** The reel is as far as those of all other viewers. */
export function SeatReel({
  battle,
  seat,
  roll,
  moment: { phase, round, elapsedMs },
  isOnPhone,
}: {
  battle: Battle;
  seat: number;
  roll: SeatRoll | null;
  moment: ShowMoment;
  isOnPhone: boolean;
}) {
  const cell = isOnPhone ? CELL_ON_PHONES : CELL;
  const { items, stopAt, nudge } = useMemo(() => reelOf(battle, round, seat, roll), [battle, round, seat, roll]);
  const entries = useMemo(
    () => items.map((item, place) => ({ key: String(place), content: <Passing item={item} /> })),
    [items],
  );
  return (
    <div className={classes.reel}>
      <Reel
        key={`${round}-${phase === 'before'}`}
        direction="vertical"
        entries={entries}
        cell={cell}
        stopAt={phase === 'before' ? null : stopAt}
        speed={speedOf(battle.cases.length)}
        nudge={nudge}
        isSkipped={phase !== 'spin'}
        elapsedMs={phase === 'spin' ? elapsedMs : 0}
      />
    </div>
  );
}

function Passing({ item }: { item: ShownItem }) {
  const { weapon, finish } = itemNameOf(item.name);
  return (
    <span className={classes.passing} style={rarityStyle(item.rarityColor)}>
      <img src={item.imageUrl} alt="" decoding="async" />
      <span className={classes.words}>
        <span>{weapon}</span>
        <strong>{finish}</strong>
      </span>
    </span>
  );
}
