import { useConfig } from '../../../data/config.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts as allTexts } from './texts.ts';
import classes from './withdraw.module.css';

/**
 * Explains beside the button which sum is held, what is left, when it arrives, and what happens if it cannot be paid.
 */
export function Summary({
  cents,
  balance,
  isNewKey,
  waitUntil,
}: {
  /** It is null without an amount that could be withdrawn. */
  cents: bigint | null;
  balance: bigint;
  isNewKey: boolean;
  waitUntil: string | null;
}) {
  const texts = useTexts(allTexts);
  const { money, number, dateTime } = useFormat();
  const rules = useConfig()?.withdrawals ?? null;
  const when = () => {
    if (waitUntil !== null) return texts.summary.from(dateTime(waitUntil));
    return rules === null ? '…' : texts.summary.within(number(rules.reviewHours));
  };
  const lines = [
    [texts.summary.held, cents === null ? '—' : money(cents)],
    [texts.summary.fee, money(0)],
    [texts.summary.after, cents === null ? '—' : money(balance - cents)],
    [texts.summary.when, when()],
    [texts.summary.unpaid, texts.summary.back],
  ] as const;
  return (
    <div className={classes.summary}>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isNewKey && rules !== null && rules.waitHours > 0 && (
        <p className={classes.wait}>{texts.newKeyWait(number(rules.waitHours))}</p>
      )}
    </div>
  );
}
