import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * A start takes more than serving does: everything is loaded, compiled and registered. The engine would keep the room for
 * it, 60 MiB, until the system runs short. This pass gives it back; it takes some tenths of a second in which nothing is
 * answered, so it belongs before the moment a process says that it is ready.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
