import { createHash } from 'node:crypto';
import pg from 'pg';

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('md5').update(text).digest('hex');
  names.set(text, name);
  return name;
}

/** TypeORM names no statement, so that PostgreSQL would plan each anew; a client of its driver may. */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const query = super.query as (...given: unknown[]) => unknown;
    return isPlain ? query.call(this, { name: nameOf(text), text, values }, ...rest) : query.apply(this, args);
  }
}

class PreparingPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: PreparingClient } as pg.PoolConfig);
  }
}

export const preparingDriver = { ...pg, Pool: PreparingPool, Client: PreparingClient };
