import { useFormat } from '../format/index.ts';
import classes from './Money.module.css';

/** Shows cents of BRL. In statements (`signed`) income is green with a plus. */
export function Money({
  cents,
  signed = false,
  tone,
}: {
  cents: string | number | bigint;
  signed?: boolean;
  tone?: 'plain' | 'accent' | 'gold';
}) {
  const format = useFormat();
  const isIncoming = signed && Number(cents) > 0;
  return (
    <span className={classes.money} data-tone={tone ?? (isIncoming ? 'accent' : 'plain')}>
      {signed ? format.signedMoney(cents) : format.money(cents)}
    </span>
  );
}
