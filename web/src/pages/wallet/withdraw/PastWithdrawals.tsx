import type { MoneyWithdrawal } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Badge, type Tone } from '../../../shared/parts/Badge.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { useReason, useTexts } from '../../../shared/texts/index.ts';
import { maskPixKey } from './pix-keys.ts';
import { texts as allTexts } from './texts.ts';
import classes from './withdraw.module.css';

const TONES: Partial<Record<MoneyWithdrawal['status'], Tone>> = { COMPLETED: 'accent', REJECTED: 'red' };

export function PastWithdrawals({ withdrawals }: { withdrawals: readonly MoneyWithdrawal[] }) {
  const texts = useTexts(allTexts);
  const { dateTime } = useFormat();
  const reasonOf = useReason();
  const words: Readonly<Record<string, string>> = texts.past.status;
  return (
    <Panel title={texts.past.title} padded={false}>
      <ul className={classes.past}>
        {withdrawals.map(({ id, status, amountCents, pixKey, pixKeyType, createdAt, endedAt, failureReason }) => (
          <li key={id}>
            <span className={classes.pastWhat}>
              <strong>
                <Money cents={amountCents} />
              </strong>
              <small>
                {texts.kinds[pixKeyType]} {pixKey !== null && maskPixKey({ type: pixKeyType, key: pixKey })} ·{' '}
                {dateTime(endedAt ?? createdAt)}
              </small>
              {failureReason !== null && <small className={classes.reason}>{reasonOf(failureReason)}</small>}
            </span>
            <span className={classes.pastState}>
              <Badge tone={TONES[status] ?? 'plain'}>{words[status] ?? status}</Badge>
              {status !== 'COMPLETED' && <small>{texts.past.back}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
