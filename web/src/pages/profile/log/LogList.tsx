import type { AuditEntry } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon, type IconName } from '../../../shared/icons/index.tsx';
import { maskIp } from '../../../shared/security/device-of.ts';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './log.module.css';
import { texts as allTexts } from './texts.ts';

/** What a person should look at twice. */
const ALARMING: readonly string[] = [
  'SUSPICIOUS_IP_CHANGE',
  'DEVICE_MISMATCH',
  'TWO_FACTOR_LOCKED',
  'RECOVERY_CODE_USED',
];

function iconOf(action: string): IconName {
  if (ALARMING.includes(action)) return 'alert';
  if (action.startsWith('TWO_FACTOR') || action.startsWith('RECOVERY')) return 'key';
  if (action.startsWith('DEPOSIT')) return 'download';
  if (action.includes('WITHDRAWAL')) return 'upload';
  if (action.includes('SEED')) return 'lock';
  if (action.startsWith('LOG') || action.startsWith('SESSION')) return 'laptop';
  return 'shield';
}

export function LogList({ entries }: { entries: readonly AuditEntry[] }) {
  const texts = useTexts(allTexts);
  const { dateTime, money, plural } = useFormat();
  if (entries.length === 0) return <EmptyState icon="list" title={texts.none} />;
  return (
    <ul className={classes.list}>
      {entries.map(({ id, action, metadata, ip, createdAt }) => (
        <li key={id} data-alarming={ALARMING.includes(action) || undefined}>
          <Icon name={iconOf(action)} />
          <span className={classes.what}>
            {texts.actions[action] ?? action}
            {typeof metadata.amountCents === 'string' && ` · ${money(metadata.amountCents)}`}
            {typeof metadata.count === 'number' && ` · ${plural(metadata.count, texts.times)}`}
          </span>
          <small>{ip !== null && maskIp(ip)}</small>
          <time dateTime={createdAt}>{dateTime(createdAt)}</time>
        </li>
      ))}
    </ul>
  );
}
