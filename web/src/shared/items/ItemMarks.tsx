import classes from './ItemMarks.module.css';
import { itemNameOf } from './item-name.ts';

export function ItemMarks({ name }: { name: string }) {
  const { exterior, isStar, isStatTrak, isSouvenir } = itemNameOf(name);
  return (
    <span className={classes.marks}>
      {isStar && <span className={classes.star}>★</span>}
      {isStatTrak && <span className={classes.statTrak}>ST™</span>}
      {isSouvenir && <span className={classes.star}>SV</span>}
      {exterior}
    </span>
  );
}
