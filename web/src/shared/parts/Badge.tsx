import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/index.tsx';
import classes from './Badge.module.css';

export type Tone = 'plain' | 'accent' | 'gold' | 'amber' | 'red' | 'blue';

export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
