import type { AuditEntry } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon, type IconName } from '../../../shared/icons/index.tsx';
import { maskIp } from '../../../shared/security/device-of.ts';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './log.module.css';
import { texts as allTexts } from './texts.ts';

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

/** Seeds are committed to before every play: what follows each other is one line, so that nothing drowns among them. */
function joined(entries: readonly AuditEntry[]): AuditEntry[] {
  const lines: AuditEntry[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last === undefined || entry.action !== 'SEEDS_COMMITTED' || last.action !== entry.action) lines.push(entry);
    else lines[lines.length - 1] = { ...last, metadata: { count: countOf(last) + countOf(entry) } };
  }
  return lines;
}

const countOf = ({ metadata }: AuditEntry): number => Number(metadata.count ?? 1);

export function LogList({ entries }: { entries: readonly AuditEntry[] }) {
  const texts = useTexts(allTexts);
  const { dateTime, money, plural } = useFormat();
  if (entries.length === 0) return <EmptyState icon="list" title={texts.none} />;
  return (
    <ul className={classes.list}>
      {joined(entries).map(({ id, action, metadata, ip, createdAt }) => (
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
