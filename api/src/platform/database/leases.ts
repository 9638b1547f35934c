import type { Db } from './db.ts';
import { sql } from './sql.ts';

/** Whose turn it is with a work that one process does at a time; who dies in the middle is waited for until its end. */
export interface Lease {
  name: string;
  /** This turn, as no other is called: a process has no second one beside it either. */
  owner: string;
  until: Date;
}

/** Whether it was to be had: the turn before is over. */
export async function takeLease(db: Db, { name, owner, until }: Lease, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    insert into leases (name, owner, until) values (${name}, ${owner}, ${until})
    on conflict (name) do update set owner = excluded.owner, until = excluded.until
    where leases.until <= ${now} returning name`);
  return rows.length > 0;
}

/** It ends then, sooner or later than before. False where it is another one's by now. */
export async function setLeaseEnd(db: Db, { name, owner, until }: Lease): Promise<boolean> {
  const rows = await db.query(sql`
    update leases set until = ${until} where name = ${name} and owner = ${owner} returning name`);
  return rows.length > 0;
}
