import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import { personFactsFollow } from './keep-facts.ts';
import { deleteEnded } from './person-facts.sql.ts';

export {
  accountsWith,
  bearerOf,
  bearersOf,
  bringFacts,
  centsSince,
  createPersonHashes,
  forgetReason,
  keepFacts,
  keepKnown,
  keptDays,
  type PersonHashes,
  readBroughtDays,
} from './keep-facts.ts';
export { findBrought } from './person-facts.sql.ts';

interface PersonFactsDeps {
  db: Db;
  clock: Clock;
}

/** A person is a Steam account, whose facts outlive a closed account. */
export const personFacts: Module<PersonFactsDeps> = {
  name: 'person-facts',
  personalData: {
    broughtFacts: {
      key: 'name',
      rows: (userId) => sql`select name, value, until from brought_facts where user_id = ${userId}`,
    },
  },
  invariants: {
    'what was brought to an account is kept by no account that is closed': sql`
      select user_id, name from brought_facts join users on users.id = user_id where status = 'CLOSED'`,
  },
  follows: personFactsFollow,
  run: ({ db, clock }) => ({
    jobs: {
      tasks: { 'forget-persons': () => transaction(db, (tx) => deleteEnded(tx, clock.now())) },
      schedule: ['41 * * * * forget-persons'],
    },
  }),
};
