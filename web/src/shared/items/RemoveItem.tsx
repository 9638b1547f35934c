import { Icon } from '../icons/index.tsx';
import classes from './RemoveItem.module.css';

/** Stands in the corner of an `ItemCard` and takes the item out of the choice. */
export const RemoveItem = ({
  label,
  disabled = false,
  onRemove,
}: {
  label: string;
  disabled?: boolean;
  onRemove: () => void;
}) => (
  <button type="button" className={classes.remove} aria-label={label} disabled={disabled} onClick={onRemove}>
    <span>
      <Icon name="x" size={14} />
    </span>
  </button>
);
