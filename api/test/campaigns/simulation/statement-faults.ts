import type { Pool, PoolClient } from 'pg';

/**
 * A fault breaks the connection before a statement arrives or after it is done, or makes the server give up its
 * transaction, which is then tried again.
 */
type StatementFault = 'LOST' | 'UNHEARD' | 'ABORTED';

/** A new connection has to plan all its statements again, which is most of the work, so faults are rare. */
export const STATEMENT_FAULTS: readonly StatementFault[] = ['LOST', 'UNHEARD', 'ABORTED', 'ABORTED'];

export interface StatementFaults {
  arm(fault: StatementFault, after: number): void;
  /**
   * Stops the faults. Says whether there were any, once the pool has dropped broken connections: the next caller would
   * be given one.
   */
  disarm(): Promise<boolean>;
}

type Query = (...args: unknown[]) => unknown;
type Callback = (error: Error | null, result?: unknown) => void;

export function injectFaults(pool: Pool): StatementFaults {
  let armed: { fault: StatementFault; left: number } | null = null;
  let hasStruck = false;
  let striking: Promise<unknown> = Promise.resolve();

  /** The end of a failed transaction is spared, because nothing is left of it anyway. */
  const take = (text: string): StatementFault | null => {
    if (armed === null || text === 'rollback' || (text === 'begin' && armed.fault === 'ABORTED')) return null;
    armed.left -= 1;
    if (armed.left >= 0) return null;
    const { fault } = armed;
    armed = null;
    hasStruck = true;
    return fault;
  };

  const known = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as Query;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const text = textOf(args[0]);
        const fault = take(text);
        if (fault === null) return query(...args);
        const callback = args.at(-1);
        const struck = strike({ client, query, fault, args, text });
        striking = struck.catch(() => undefined);
        if (typeof callback !== 'function') return struck;
        struck.catch((error: Error) => (callback as Callback)(error));
        return undefined;
      },
    });
  });

  return {
    arm: (fault, after) => {
      armed = { fault, left: after };
      hasStruck = false;
    },
    disarm: async () => {
      const answer = hasStruck;
      armed = null;
      hasStruck = false;
      await striking;
      return answer;
    },
  };
}

const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : (statement as { text: string }).text;

interface Struck {
  client: PoolClient;
  query: Query;
  fault: StatementFault;
  args: unknown[];
  text: string;
}

async function strike({ client, query, fault, args, text }: Struck): Promise<never> {
  if (fault === 'ABORTED') {
    // The server gives the transaction up as well: what was sent behind this statement, the commit too, finds it aborted.
    if (text === 'commit') await query('rollback');
    else await Promise.resolve(query('select given_up_here')).catch(() => undefined);
    throw Object.assign(new Error('could not serialize access'), { code: '40001' });
  }
  if (fault === 'UNHEARD') await query(...args.filter((each) => typeof each !== 'function'));
  const ended = new Promise((resolve) => client.once('end', resolve));
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  await ended;
  throw new Error('Connection terminated unexpectedly');
}
