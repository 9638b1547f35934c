import type { Db } from './db.ts';
import { sql } from './sql.ts';

/**
 * Gives work that one process does at a time to one of them; if it dies in the middle, the others wait until its lease
 * ends.
 */
export interface Lease {
  name: string;
  /** Names this lease uniquely, because a process must not hold a second one either. */
  owner: string;
  until: Date;
}

/** Returns whether the lease was free. */
export async function takeLease(db: Db, { name, owner, until }: Lease, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    insert into leases (name, owner, until) values (${name}, ${owner}, ${until})
    on conflict (name) do update set owner = excluded.owner, until = excluded.until
    where leases.until <= ${now} returning name`);
  return rows.length > 0;
}

/** Moves the end of the lease. Returns false if another process holds it by now. */
export async function setLeaseEnd(db: Db, { name, owner, until }: Lease): Promise<boolean> {
  const rows = await db.query(sql`
    update leases set until = ${until} where name = ${name} and owner = ${owner} returning name`);
  return rows.length > 0;
}
