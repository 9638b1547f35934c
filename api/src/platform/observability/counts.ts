import { Counter, type Registry } from 'prom-client';
import { afterCommit } from '../database/after-commit.ts';

/** Counts events of this process since its start, by one label. */
export interface Count {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly byLabel: Map<string, number>;
}

const defined: Count[] = [];

/**
 * Makes a counter once for each name; it belongs to the process. Known values of the label are shown from the start,
 * because Prometheus cannot see the growth of a count whose first sample is not 0.
 */
export function defineCount(about: Pick<Count, 'name' | 'help' | 'label'>, known: readonly string[] = []): Count {
  const count = { ...about, byLabel: new Map<string, number>() };
  for (const label of known) add(count, label, 0);
  defined.push(count);
  return count;
}

export function add({ byLabel }: Count, label: string, amount: number): void {
  byLabel.set(label, (byLabel.get(label) ?? 0) + amount);
}

/** Adds only if the transaction commits. */
export function addOnCommit(tx: object, count: Count, label: string, amount: number): void {
  afterCommit(tx, () => add(count, label, amount));
}

export function registerCounts(registry: Registry): void {
  for (const { name, help, label, byLabel } of defined) {
    const counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect: () => {
        counter.reset();
        for (const [value, amount] of byLabel) counter.inc({ [label]: value }, amount);
      },
    });
  }
}
