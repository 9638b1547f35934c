import { sql } from '../../../../platform/database/sql.ts';

// What `case_openings` has of seeds as players know it: the table has the bytes of what the server drew.

export const serverSeedOf = sql`encode(server_seed, 'hex')`;
export const clientSeedOf = sql`coalesce(client_seed, encode(drawn_client_seed, 'hex'))`;
/** A seed that nobody had asked to see the hash of was committed to when it was used, which is stored once. */
export const committedAtOf = sql`coalesce(committed_at, created_at)`;
