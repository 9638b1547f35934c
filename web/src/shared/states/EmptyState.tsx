import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/index.tsx';
import classes from './states.module.css';

/** Says why there is nothing yet, and what to do about it. */
export function EmptyState({
  icon = 'box',
  title,
  isPage = false,
  children,
  action,
}: {
  icon?: IconName;
  title: string;
  /** It is all that the page shows, so its title is that of the page. */
  isPage?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon name={icon} size={26} />
      </span>
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
