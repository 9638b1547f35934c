import { sql } from '../../../src/platform/database/sql.ts';
import type { ViolationFixtures } from './violation-fixture.ts';

export const logViolationFixtures: ViolationFixtures = {
  'every leaf of the public log is what its row says': [
    sql`update case_openings set item_value_cents = item_value_cents, roll = roll % 9999999 + 1`,
    sql`update battle_rolls set client_seed = 'another'`,
    sql`update raffle_prizes set winning_ticket = winning_ticket + 1 where winning_ticket is not null`,
    sql`update transfers set amount_cents = amount_cents + 1`,
    sql`delete from upgrades`,
    sql`update case_version_items set hash_range_end = hash_range_end - 1 where hash_range_end > hash_range_start`,
    sql`
      update raffles set ticket_list_hash = repeat('0', 64),
        client_seed = case randomness when 'server' then repeat('0', 64) else client_seed end
      where ticket_list_hash is not null`,
    sql`update battle_seats set bot_name = 'another' where bot_name is not null`,
    sql`update upgrade_inputs set value_cents = value_cents + 1`,
    sql`update log_tiles set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) where level = 0`,
    sql`update log_spans set kind = 'SHOTS' where kind = 'UPGRADES'`,
  ],
  'the newest head of the public log is the root of its leaves': [
    sql`update log_tiles set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) where level = 0`,
    sql`update log_heads set root = set_byte(root, 0, get_byte(root, 0) # 1)`,
    sql`delete from log_heads`,
  ],
  'every row that the public log has read has its leaf': [
    sql`delete from log_spans where kind = 'CASES'`,
    sql`delete from log_spans where kind = 'TICKET_LISTS'`,
    sql`delete from log_spans where kind = 'CASE_VERSIONS'`,
  ],
  'what has a leaf waits for none': [
    sql`insert into log_waiting (kind, id) select 'BATTLES', min(id) from battles where status = 'COMPLETED'`,
  ],
};
