import { Avatar } from '../../shared/parts/Avatar.tsx';
import classes from './queues.module.css';

export function PersonCell({ name, note, url = null }: { name: string; note: string; url?: string | null }) {
  return (
    <span className={classes.person}>
      <Avatar name={name} url={url} size={32} />
      <span className={classes.personWords}>
        <strong>{name}</strong>
        <small>{note}</small>
      </span>
    </span>
  );
}
