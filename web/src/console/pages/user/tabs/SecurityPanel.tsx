import type { EntityAuditEntry } from '../../../../data/generated/api.ts';
import { useFormat } from '../../../../shared/format/index.ts';
import { Panel } from '../../../../shared/parts/Panel.tsx';
import { useTexts } from '../../../../shared/texts/index.ts';
import { texts as ownTexts } from '../texts.ts';
import classes from '../user.module.css';

export function SecurityPanel({ entries }: { entries: readonly EntityAuditEntry[] }) {
  const texts = useTexts(ownTexts).security;
  const { dateTime } = useFormat();
  return (
    <Panel title={texts.title}>
      {entries.length === 0 && <p className={classes.note}>{texts.none}</p>}
      <ul className={classes.rows}>
        {entries.map(({ id, action, ip, createdAt }) => (
          <li key={id}>
            <div>
              <code>{action}</code>
              <small>{ip}</small>
            </div>
            <time dateTime={createdAt}>{dateTime(createdAt)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
