import { Icon } from '../icons/index.tsx';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './lists.module.css';

/** A press removes this active filter. */
export function FilterChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const texts = useTexts(sharedTexts);
  return (
    <button type="button" className={classes.chip} aria-label={texts.clearFilter(label)} onClick={onRemove}>
      {label}
      <Icon name="x" size={14} />
    </button>
  );
}
