import type { Shoot } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { itemNameOf } from '../../shared/items/item-name.ts';
import { rarityStyle } from '../../shared/items/rarity.ts';
import { Badge } from '../../shared/parts/Badge.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './PrizeTable.module.css';
import { texts } from './texts.ts';

export function PrizeTable({ shoot }: { shoot: Shoot }) {
  const { table } = useTexts(texts);
  const { number, money, percent } = useFormat();
  const average = shoot.prizes.reduce(
    (sum, { item, chancePercent }) => sum + (Number(item.valueCentsBrl) * Number(chancePercent)) / 100,
    0,
  );
  const prizes = shoot.prizes.toSorted(
    (one, other) => Number(other.item.valueCentsBrl) - Number(one.item.valueCentsBrl),
  );
  return (
    <Panel
      title={table.title(number(shoot.ticketPrice))}
      aside={<Badge>{table.average(money(Math.round(average)))}</Badge>}
    >
      <table className={classes.table}>
        <thead className={classes.names}>
          <tr>
            <th scope="col">{table.item}</th>
            <th scope="col">{table.value}</th>
            <th scope="col">{table.chance}</th>
            <th scope="col">{table.roll}</th>
          </tr>
        </thead>
        <tbody>
          {prizes.map(({ item, chancePercent, hashRangeStart, hashRangeEnd }) => (
            <tr key={hashRangeStart} style={rarityStyle(item.rarityColor)}>
              <th scope="row">
                <span className={classes.item} title={item.name}>
                  <img src={item.imageUrl} alt="" width={44} height={32} loading="lazy" />
                  {itemNameOf(item.name).finish}
                </span>
              </th>
              <td>
                <Money cents={item.valueCentsBrl} tone="accent" />
              </td>
              <td>{percent(chancePercent, 3)}</td>
              <td className={classes.rolls} title={`${number(hashRangeStart)} – ${number(hashRangeEnd)}`}>
                ≥ {number(hashRangeStart)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
