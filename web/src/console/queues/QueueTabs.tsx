import classes from './queues.module.css';

export interface QueueTab {
  status: string;
  label: string;
  count?: string | undefined;
}

export function QueueTabs({
  label,
  tabs,
  current,
  onChoose,
}: {
  label: string;
  tabs: readonly QueueTab[];
  current: string;
  onChoose: (status: string) => void;
}) {
  return (
    <fieldset className={classes.tabs} aria-label={label}>
      {tabs.map(({ status, label: name, count }) => (
        <button key={status} type="button" aria-pressed={status === current} onClick={() => onChoose(status)}>
          {name}
          {count !== undefined && <span>{count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
