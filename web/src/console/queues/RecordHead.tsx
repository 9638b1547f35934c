import type { ReactNode } from 'react';
import { Avatar } from '../../shared/parts/Avatar.tsx';
import classes from './queues.module.css';

export function RecordHead({
  name,
  note,
  sum,
  sumNote,
}: {
  name: string;
  note: string;
  sum: ReactNode;
  sumNote?: ReactNode;
}) {
  return (
    <div className={classes.who}>
      <Avatar name={name} url={null} size={44} />
      <div className={classes.whoWords}>
        <h2>{name}</h2>
        <p>{note}</p>
      </div>
      <div className={classes.whoAmount}>
        <div className={classes.whoSum}>{sum}</div>
        {sumNote !== undefined && <p>{sumNote}</p>}
      </div>
    </div>
  );
}

/** Names and values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
