import { sql } from '../../../../platform/database/sql.ts';
import { differences, type Invariants, PAGE_ROWS, walk } from '../../../../platform/invariants/invariants.ts';
import { expectedRoll, type Roll, rollDifferences, seedDifferences } from '../../rolls/index.ts';

interface RollRow extends Roll {
  battleId: string;
  seat: number;
  round: number;
  itemId: string;
  isFlip: boolean;
  expectedNonce: string | null;
  flipThreshold: number | null;
  rangeItemId: string | null;
  clientSeedSource: string;
  /** In the first battles the server drew missing client seeds. */
  rules: number | null;
  isBot: boolean | null;
  givenSeed: string | null;
  isAccountSeed: boolean | null;
  derivedSeed: string | null;
  beaconRandomness: string | null;
}

/** The statement follows docs/fairness.md alone. */
const DERIVED = sql`
  select encode(sha256(convert_to('tie:' || committed_hashes('battle:' || battle.id, 1, 1) || chr(10)
    || string_agg(seat || ':' || committed_hashes(case seat when 1 then 'user:' || creator_id
        else 'battle:' || battle.id || ':bot:' || seat end, case seat when 1 then first_nonce else 1 end, round_count)
      || chr(10), '' order by seat)
    || string_agg(seat || ':' || coalesce(client_seed, '') || chr(10), '' order by seat), 'UTF8')), 'hex') as derived_seed
  from battle_seats where battle_id = battle.id`;

export const recomputedRolls = walk<RollRow>({
  pageAfter: (last) => sql`
    with page as materialized (
      select battle_id, seat, round, item_id, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, roll,
        is_flip
      from battle_rolls
      where (battle_id, seat, round) > (${last?.battleId ?? 0}, ${last?.seat ?? 0}, ${last?.round ?? 0})
      order by battle_id, seat, round limit ${PAGE_ROWS}
    ), derived as materialized (
      select battle.id, derived_seed
      from (select distinct battle_id from page) known join battles battle on battle.id = battle_id
      cross join lateral (${DERIVED}) derived
      where rules >= 2 and beacon_round is null)
    select rolled.*, first_nonce + rolled.round - 1 as expected_nonce, flip_threshold, line.item_id as range_item_id,
      rules, seated.user_id is null as is_bot, seated.client_seed as given_seed, is_account_seed, derived_seed,
      beacon_randomness
    from page rolled
    left join battles on battles.id = rolled.battle_id
    left join derived on derived.id = rolled.battle_id
    left join battle_seats seated on seated.battle_id = rolled.battle_id and seated.seat = rolled.seat
    left join battle_rounds played on played.battle_id = rolled.battle_id and played.round = rolled.round
    left join case_versions version on version.id = version_id
    left join case_version_items line on line.version_id = played.version_id
      and roll between hash_range_start and hash_range_end
    order by rolled.battle_id, rolled.seat, rolled.round`,
  nameOf: ({ battleId, seat, round }) => ({ battleId, seat, round }),
  differingIn: (row) => [
    ...rollDifferences(row),
    ...differences({
      nonce: [row.nonce, row.expectedNonce],
      itemId: [row.itemId, row.rangeItemId],
      isFlip: [row.isFlip, row.flipThreshold !== null && row.roll >= row.flipThreshold],
      clientSeedSource: [row.clientSeedSource, sourceOf(row)],
      clientSeed: [row.clientSeed, seedOf(row)],
    }),
  ],
});

/** A seed that is given with a bot only becomes part of the derived one. */
const givenSeed = ({ isBot, givenSeed }: RollRow) => (isBot === true ? null : givenSeed);

const isOld = ({ rules }: RollRow) => (rules ?? 0) < 2;

function sourceOf(row: RollRow): string {
  if (row.beaconRandomness !== null) return 'BEACON';
  if (givenSeed(row) === null) return isOld(row) ? 'SERVER' : 'DERIVED';
  return row.isAccountSeed === true ? 'ACCOUNT' : 'REQUEST';
}

/** Seeds that the server drew in old battles follow from nothing. */
function seedOf(row: RollRow): string | null {
  return row.beaconRandomness ?? givenSeed(row) ?? (isOld(row) ? row.clientSeed : row.derivedSeed);
}

interface EndedRow {
  id: string;
  serverSeed: string;
  serverSeedHash: string;
  tieClientSeed: string | null;
  tieRoll: number | null;
  tieContenders: number[] | null;
  winningTeam: number | null;
  leading: number[] | null;
  expectedClientSeed: string;
  committedHash: string | null;
}

/** The statement follows the rules of the modes alone. */
const LEADING = sql`(
  select array_agg(team order by team) from (
    select team, score, case battle.mode when 'CRAZY' then min(score) over () else max(score) over () end as best from (
      select case when battle.is_teams then (seat + 1) / 2 else seat end as team,
        sum(case when battle.mode = 'TERMINAL' and round < battle.round_count then 0 else value_cents end) as score
      from battle_rolls where battle_id = battle.id group by 1) scored) standing
  where score = best)`;

const endings = walk<EndedRow>({
  pageAfter: (last) => sql`
    select id, tie_server_seed as server_seed, tie_server_seed_hash as server_seed_hash, tie_client_seed, tie_roll,
      tie_contenders, winning_team, case when mode <> 'SHARED' then ${LEADING} end as leading,
      coalesce(beacon_randomness, (
        select encode(sha256(convert_to(string_agg(client_seed, chr(10) order by seat, round), 'UTF8')), 'hex')
        from battle_rolls where battle_id = battle.id)) as expected_client_seed,
      committed_hashes('battle:' || battle.id, 1, 1) as committed_hash
    from battles battle where status = 'COMPLETED' and id > ${last?.id ?? 0} order by id limit ${PAGE_ROWS}`,
  nameOf: ({ id }) => ({ id }),
  differingIn: (row) => [
    ...seedDifferences(row),
    ...differences({ committedHash: [row.committedHash, row.serverSeedHash] }),
    ...standingDifferences(row),
  ],
});

function standingDifferences(row: EndedRow): string[] {
  const { leading, tieContenders: contenders, tieRoll: roll, tieClientSeed: clientSeed, winningTeam: team } = row;
  if (leading === null || leading.length === 1) {
    return differences({
      winningTeam: [team, leading?.[0] ?? null],
      tieRoll: [roll, null],
      tieContenders: [contenders, null],
      tieClientSeed: [clientSeed, null],
    });
  }
  const expected = expectedRoll(row.serverSeed, row.expectedClientSeed, 1, leading.length);
  return differences({
    tieContenders: [contenders?.join(), leading.join()],
    tieClientSeed: [clientSeed, row.expectedClientSeed],
    tieRoll: [roll, expected],
    winningTeam: [team, leading[expected % leading.length]],
  });
}

/** A single winner gets every drop; in a team each member gets the own drops and those of the seat opposite. */
const WINNING_SEAT = sql`
  case when mode = 'SHARED' then null when not is_teams then winning_team
    when (seat + 1) / 2 = winning_team then seat else (seat + 1) % 4 + 1 end`;

export const roundsInvariants: Invariants = {
  'of a public battle the most valuable drop of each person who won is shown': sql`
    select battle_id, seat from (
      select distinct on (battle_id, won_by_seat) battle_id, won_by_seat as seat, winner.user_id, played.case_id,
        played.version_id, rolled.item_id, value_cents, hash_range_end - hash_range_start + 1 as chance_width
      from battle_rolls rolled
      join battles on battles.id = battle_id and invitation_code is null
      join battle_rounds played using (battle_id, round)
      join battle_seats winner using (battle_id)
      join case_version_items line
        on line.version_id = played.version_id and roll between hash_range_start and hash_range_end
      where winner.seat = won_by_seat and winner.user_id is not null
      order by battle_id, won_by_seat, value_cents desc, rolled.seat, rolled.round) best
    full join battle_drops shown using (battle_id, seat)
    where (best.user_id, best.case_id, best.version_id, best.item_id, best.value_cents, best.chance_width)
      is distinct from
      (shown.user_id, shown.case_id, shown.version_id, shown.item_id, shown.item_value_cents, shown.chance_width)`,
  'every end of a battle is decided anew: who stands first, and the roll that breaks a tie': endings,
  'a battle that is over has a roll for each seat and round, and no other has any': sql`
    select battles.id from battles left join battle_rolls on battle_id = battles.id group by battles.id
    having count(round) <> case status when 'COMPLETED' then seat_count * round_count else 0 end`,
  'what was drawn in a battle is counted, by seat and together': sql`
    select battle_id, seat from battle_seats seated
    left join (
      select battle_id, seat, sum(value_cents) as cents from battle_rolls group by 1, 2) drawn using (battle_id, seat)
    where total_cents is distinct from drawn.cents
    union all
    select battles.id, null from battles
    left join (select battle_id, sum(value_cents) as cents from battle_rolls group by 1) drawn on battle_id = battles.id
    where pot_cents is distinct from drawn.cents`,
  'every drop of a battle goes to who won it': sql`
    select battle_id, seat, round from battle_rolls join battles on battles.id = battle_id
    where won_by_seat is distinct from ${WINNING_SEAT}`,
  'what a seat of a battle has won is counted': sql`
    select battle_id, seat from battle_seats seated join battles on battles.id = battle_id
    left join (
      select battle_id, won_by_seat as seat, sum(value_cents) as cents from battle_rolls group by 1, 2
    ) won using (battle_id, seat)
    where status = 'COMPLETED' and (won_cents, is_winner) is distinct from (coalesce(won.cents, 0) + paid_cents,
      mode = 'SHARED' or winning_team = case when is_teams then (seat + 1) / 2 else seat end)`,
  'a shared pot is split evenly, the cents left over one each from the first seat on': sql`
    select battle_id, seat from battle_seats join battles on battles.id = battle_id
    where status = 'COMPLETED' and paid_cents is distinct from case mode when 'SHARED'
      then pot_cents / seat_count + (seat <= pot_cents % seat_count)::int else 0 end`,
  'the share of a person is paid once, and nothing else is paid by a battle': sql`
    with owed as (
      select battle_id::text as reference_id, user_id, paid_cents from battle_seats
      where paid_cents > 0 and user_id is not null
    ), paid as (
      select reference_id, user_id, count(*) as credits, sum(amount_cents) as cents, bool_and(
        (debit_account, credit_account, reference_type) is not distinct from ('SYSTEM', 'USER', 'BATTLE')) as is_right
      from transfers where type = 'BATTLE_WIN' group by 1, 2)
    select reference_id, user_id from owed full join paid using (reference_id, user_id)
    where (paid_cents, 1, true) is distinct from (cents, credits, is_right)`,
  'a drop that a person won is an item of theirs, and one that a bot won is none': sql`
    select rolled.battle_id, rolled.seat, rolled.round from battle_rolls rolled
    join battles on battles.id = rolled.battle_id
    left join battle_seats winner on winner.battle_id = rolled.battle_id and winner.seat = won_by_seat
    left join inventory_items held on held.id = inventory_item_id
    where case when winner.user_id is null then inventory_item_id is not null
      else (held.item_id, source_type, source_id, source_index) is distinct from (rolled.item_id, 'BATTLE',
          rolled.battle_id::text, (rolled.seat - 1) * round_count + rolled.round - 1)
        or (acquired_from is distinct from 'Swap'
          and (acquired_from, held.user_id) is distinct from ('Batalha', winner.user_id)) end`,
  'every item from a battle is a drop of it': sql`
    select held.id from inventory_items held left join battle_rolls on inventory_item_id = held.id
      and battle_id::text = source_id
    where source_type = 'BATTLE' and battle_id is null`,
  'the kept figures of battles are the truth': sql`
    with truth as (
      select (battles.ended_at at time zone 'America/Sao_Paulo')::date as day, mode,
        count(distinct battles.id) as battles, sum(case when user_id is null then 0 else entry_cents end) as wagered_cents,
        sum(case when user_id is null then 0 else won_cents end) as won_cents, count(*) - count(user_id) as bot_seats,
        sum(case when user_id is null then entry_cents else 0 end) as bot_wagered_cents,
        sum(case when user_id is null then won_cents else 0 end) as bot_won_cents, count(user_id) as plays
      from battles join battle_seats on battle_id = battles.id where status = 'COMPLETED' group by 1, 2)
    select day, mode from (select * from truth where day in (select day from rolled_days)) truth
    full join battle_days kept using (day, mode)
    where (truth.battles, truth.wagered_cents, truth.won_cents, truth.bot_seats, truth.bot_wagered_cents,
        truth.bot_won_cents, truth.plays)
      is distinct from (kept.battles, kept.wagered_cents, kept.won_cents, kept.bot_seats, kept.bot_wagered_cents,
        kept.bot_won_cents, kept.plays)`,
};
