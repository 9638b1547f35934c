import type { OpenAlert } from '../../../people/alerts/index.ts';

export interface AlertChanges {
  open: number;
  changed: readonly OpenAlert[];
  resolved: readonly string[];
}

/** What is not as it was; null where everything is. */
export function alertChanges(before: readonly OpenAlert[], now: readonly OpenAlert[]): AlertChanges | null {
  const stateOf = ({ level, count, isAcknowledged }: OpenAlert) => `${level} ${count} ${isAcknowledged}`;
  const known = new Map(before.map((alert) => [alert.id, stateOf(alert)]));
  const changed = now.filter((alert) => known.get(alert.id) !== stateOf(alert));
  const stillOpen = new Set(now.map(({ id }) => id));
  const resolved = before.flatMap(({ id }) => (stillOpen.has(id) ? [] : [id]));
  return changed.length === 0 && resolved.length === 0 ? null : { open: now.length, changed, resolved };
}
