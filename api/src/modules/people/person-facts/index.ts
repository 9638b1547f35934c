import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import { personFactsFollow } from './closed-accounts.ts';
import { deleteEnded } from './facts.sql.ts';
import { personFactsInvariants } from './person-facts.invariants.ts';

export { centsSince, keptDays, readBroughtDays } from './brought-days.ts';
export { accountsWith, bearerOf, bearersOf, forgetReason, keepKnown } from './closed-accounts.ts';
export { findBrought } from './facts.sql.ts';
export { bringFacts, keepFacts } from './keep-facts.ts';
export { createPersonHashes, type PersonHashes } from './person-hashes.ts';

interface PersonFactsDeps {
  db: Db;
  clock: Clock;
}

/** A person is a Steam account: what follows one from an account that was closed to the next. */
export const personFacts: Module<PersonFactsDeps> = {
  name: 'person-facts',
  personalData: {
    broughtFacts: {
      key: 'name',
      rows: (userId) => sql`select name, value, until from brought_facts where user_id = ${userId}`,
    },
  },
  invariants: personFactsInvariants,
  follows: personFactsFollow,
  run: ({ db, clock }) => ({
    jobs: {
      tasks: { 'forget-persons': () => transaction(db, (tx) => deleteEnded(tx, clock.now())) },
      schedule: ['41 * * * * forget-persons'],
    },
  }),
};
