import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/index.tsx';
import classes from './states.module.css';

/** Where there is nothing yet: why, and what to do about it. */
export function EmptyState({
  icon = 'box',
  title,
  children,
  action,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon name={icon} size={26} />
      </span>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
