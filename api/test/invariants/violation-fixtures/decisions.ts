import { raw, type Sql, sql } from '../../../src/platform/database/sql.ts';
import { NOBODY, type ViolationFixtures } from './violation-fixture.ts';

const change = (changes: string, condition = 'true'): Sql =>
  sql`update decision_proposals set ${raw(changes)} where carried_out_at is not null and ${raw(condition)}`;
const changeEntries = (changes: string, action: string): Sql =>
  sql`update audit_entries set ${raw(changes)} where action = ${action}`;
const changePayouts = (changes: string, condition: string): Sql =>
  sql`update money_withdrawals set ${raw(changes)} where ${raw(condition)}`;

const KINDS = ['deposit', 'money-withdrawal', 'skin-withdrawal', 'order', 'site-swap', 'user', 'setting'];
const PAID_MANUALLY = `status = 'COMPLETED' and ended_by is not null`;

export const decisionsViolationFixtures: ViolationFixtures = {
  'what took two administrators was proposed by one and carried out by another, and neither owns the record': [
    change('proposed_by = carried_out_by'),
    change('proposed_by = owner_id', 'owner_id is not null'),
    change('carried_out_by = owner_id', 'owner_id is not null'),
    change('carried_out_by = null'),
    change('carried_out_at = null'),
    sql`update decision_proposals set proposed_by = owner_id where carried_out_at is null and owner_id is not null`,
  ],
  'a proposal that was carried out has decided its record': [
    ...KINDS.map((kind) => change(`entity_id = '${NOBODY}'`, `entity_type = '${kind}'`)),
    change(`action = 'another'`),
    change(`owner_id = ${NOBODY}`),
    change(`carried_out_by = ${NOBODY}`),
    sql`update deposits set status = 'REJECTED' where status = 'CONFIRMED'`,
    changePayouts(`status = 'REJECTED'`, PAID_MANUALLY),
    changePayouts('approved_by = null', PAID_MANUALLY),
    sql`update market_withdrawals set decided_by = null`,
    sql`update orders set settled_at = null`,
    sql`delete from site_swap_returns where decided_by is not null`,
    sql`delete from audit_entries where action = 'BALANCE_ADJUSTED'`,
    sql`delete from audit_entries where action = 'SETTING_CHANGED'`,
  ],
  'what two administrators gave was proposed by one of them and carried out by the other': [
    sql`update giveaways set second_administrator_id = beneficiary_id where second_administrator_id is not null`,
    sql`update giveaways set action = 'another' where second_administrator_id is not null`,
    sql`update giveaways set created_at = created_at - interval '1 second' where second_administrator_id is not null`,
    sql`delete from decision_proposals where carried_out_at is not null`,
  ],
  'nobody has decided on a record of their own': [
    changeEntries('actor_id = user_id', 'DEPOSIT_CONFIRMED'),
    changePayouts('approved_by = user_id', PAID_MANUALLY),
    changePayouts('ended_by = user_id', PAID_MANUALLY),
    sql`update market_withdrawals set decided_by = user_id where order_id is not null and decided_by is not null`,
    changeEntries('actor_id = user_id', 'ORDER_ENDED_BY_HAND'),
    sql`update site_swaps set user_id = decided_by from site_swap_returns where site_swap_id = id and decided_by is not null`,
    changeEntries('actor_id = user_id', 'BALANCE_ADJUSTED'),
  ],
};
