import { useFormat } from '../../shared/format/index.ts';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './TicketBar.module.css';
import { texts } from './texts.ts';

/** How many tickets are sold, and how many of them are the player's own, in gold. */
export function TicketBar({ sold, all, own }: { sold: number; all: number; own: number }) {
  const words = useTexts(texts);
  const { number, percent } = useFormat();
  return (
    <span className={classes.bar}>
      <span className={classes.words}>
        <span>
          <b>{words.sold(number(sold), number(all))}</b> {words.soldShare(percent((sold / all) * 100, 0))}
        </span>
        {own > 0 && <span className={classes.own}>{words.yours(number(own))}</span>}
      </span>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.others} style={{ width: `${((sold - own) / all) * 100}%` }} />
        <span className={classes.mine} style={{ width: `${(own / all) * 100}%` }} />
      </span>
    </span>
  );
}
