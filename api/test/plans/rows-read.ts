import { escapeLiteral, type PoolClient } from 'pg';
import type { Db } from '../../src/platform/database/db.ts';

/**
 * Counts the rows of each table that the database reads for a statement. Rows are the same on every machine, time is
 * not.
 */

export interface Statement {
  text: string;
  values: readonly unknown[];
  request: string;
}

/** Hears each statement that only reads, by its text, as it is sent for the first time; inside of transactions too. */
export function hearReads(db: Db) {
  const statements = new Map<string, Statement>();
  const heard = new WeakSet<PoolClient>();
  const listening = { request: '', statements, stop: () => db.pool.off('acquire', hear) };
  const hear = (client: PoolClient) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const { text, values = [] } = args[0] as Partial<Statement>;
        if (text !== undefined && READS.test(text) && !statements.has(text)) {
          statements.set(text, { text, values, request: listening.request });
        }
        return query(...args);
      },
    });
  };
  db.pool.on('acquire', hear);
  return listening;
}
const READS = /^\s*(select|with)(?![\s\S]*\b(insert into|update \w+ set|delete from|for update|pg_notify|nextval)\b)/;

/** The plan is the one that a server settles on: from the sixth time on PostgreSQL may use one plan for all values. */
export async function countRowsRead(
  client: PoolClient,
  { text, values }: Statement,
): Promise<ReadonlyMap<string, number>> {
  const execution = `explained ${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`;
  const plans = values.length > 0 ? `explain execute ${execution};`.repeat(5) : '';
  await client.query(`set plan_cache_mode = auto; prepare explained as ${text}`);
  await client.query(plans);
  const { rows } = await client.query(`explain (analyze, timing off, costs off, format json) execute ${execution}`);
  await client.query('deallocate explained');
  return readsOf(rows[0]['QUERY PLAN'][0].Plan);
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

function readsOf(node: PlanNode, found: Map<string, number> = new Map()): Map<string, number> {
  const table = node['Relation Name'];
  if (table !== undefined) {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    found.set(table, (found.get(table) ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops']);
  }
  for (const child of node.Plans ?? []) readsOf(child, found);
  return found;
}
