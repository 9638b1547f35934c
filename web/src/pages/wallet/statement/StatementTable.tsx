import type { Transfer, TransferType } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon, type IconName } from '../../../shared/icons/index.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { Money } from '../../../shared/parts/Money.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { detailOf } from './detail-of.ts';
import classes from './statement.module.css';
import { texts as allTexts } from './texts.ts';

const ICONS: Partial<Record<TransferType, IconName>> = {
  DEPOSIT: 'download',
  ITEM_SALE: 'bag',
  CASE_OPEN: 'box',
  BATTLE_ENTRY: 'swords',
  BATTLE_REFUND: 'swords',
  BATTLE_WIN: 'swords',
  UPGRADE: 'arrowUp',
  RAFFLE_TICKET: 'ticket',
  RAFFLE_REFUND: 'ticket',
  EVENT_REWARD: 'star',
  SWAP_CHANGE: 'swap',
  WITHDRAWAL: 'upload',
  WITHDRAWAL_HOLD: 'upload',
  WITHDRAWAL_RELEASE: 'refresh',
};
const HELD: readonly (string | null)[] = ['AWAITING_CONFIRMATION', 'PENDING', 'APPROVED'];

/** Cents have a sign unless they moved without the balance. */
export const signedCents = ({ direction, amountCents }: Pick<Transfer, 'direction' | 'amountCents'>): bigint => {
  if (direction === 'NEUTRAL') return 0n;
  return direction === 'CREDIT' ? BigInt(amountCents) : -BigInt(amountCents);
};

/** Each line has the balance after it; on telephones the time stands below the name. */
export function StatementTable({ lines }: { lines: readonly Transfer[] }) {
  const texts = useTexts(allTexts);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.movement}</th>
          <th scope="col" className={classes.when}>
            {texts.when}
          </th>
          <th scope="col" className={classes.number}>
            {texts.amount}
          </th>
          <th scope="col" className={classes.number}>
            {texts.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ line }: { line: Transfer }) {
  const texts = useTexts(allTexts);
  const { dateTime, money, plural } = useFormat();
  const detail = detailOf(line, (items) => plural(items, texts.items));
  const isHeld = line.type === 'WITHDRAWAL_HOLD' && HELD.includes(line.referenceStatus);
  return (
    <tr>
      <td>
        <span className={classes.name}>
          <Icon name={ICONS[line.type] ?? 'wallet'} size={17} />
          <span>
            {texts.types[line.type]}
            {detail !== null && <span className={classes.detail}> · {detail}</span>}
            {isHeld && (
              <>
                {' '}
                <Badge tone="amber">{texts.held}</Badge>
              </>
            )}
            <span className={classes.whenBelow}>{dateTime(line.createdAt)}</span>
          </span>
        </span>
      </td>
      <td className={classes.when}>{dateTime(line.createdAt)}</td>
      <td className={classes.number}>
        {line.direction === 'NEUTRAL' ? (
          <span className={classes.neutral}>{money(line.amountCents)}</span>
        ) : (
          <Money cents={signedCents(line)} signed />
        )}
      </td>
      <td className={classes.number}>
        <span className={classes.after}>{money(line.balanceAfterCents)}</span>
      </td>
    </tr>
  );
}
