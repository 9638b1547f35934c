import type { Pool, PoolClient } from 'pg';

/**
 * What may befall a statement: its connection breaks before it arrives, or when it is done and its answer on the way; or the
 * server gives its transaction up, which is then begun anew.
 */
type StatementFault = 'LOST' | 'UNHEARD' | 'ABORTED';

/** As often as each strikes: a connection that is made anew has to plan all its statements again, which is most of the work. */
export const STATEMENT_FAULTS: readonly StatementFault[] = ['LOST', 'UNHEARD', 'ABORTED', 'ABORTED'];

export interface StatementFaults {
  arm(fault: StatementFault, after: number): void;
  /**
   * Nothing is struck any more. Says whether anything was, once the pool has let go of a connection that broke: nobody may
   * have waited for the statement on it, and whoever comes next would be given it.
   */
  disarm(): Promise<boolean>;
}

type Query = (...args: unknown[]) => unknown;
type Callback = (error: Error | null, result?: unknown) => void;

export function injectFaults(pool: Pool): StatementFaults {
  let armed: { fault: StatementFault; left: number } | null = null;
  let hasStruck = false;
  let striking: Promise<unknown> = Promise.resolve();

  /** The end of a transaction that failed is not struck: whatever happens to it, nothing is left. */
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
