-- What comes to light of an account after its user has closed it follows the person too: money that was given back, a trade
-- that was taken back, a ban. From now on kept_facts and brought_facts name the closed accounts of a person under
-- 'accounts:…', and what sits on such an account moves to the one that the person comes back with.
-- Stop processes of the version before: they would bring facts of the former names, and take what is owed from who has left.

alter table users
  -- What an administrator has set of a closed account: its person is not let in again.
  add column barred_as text collate "C" check (barred_as in ('SUSPENDED', 'BANNED')),
  add constraint users_barred_after_closing check (barred_as is null or status = 'CLOSED');

-- Who owes for a return that was told after the account of its deposit was closed: that account, or the one that its person
-- came back with. Null: who made the deposit, whose account was open then.
alter table deposit_returns add column owed_by bigint references users (id) on delete restrict;
create index deposit_returns_owed_by on deposit_returns (owed_by) where owed_by is not null;
drop trigger deposit_returns_done_for_good on deposit_returns;
create trigger deposit_returns_done_for_good before update on deposit_returns for each row
  when ((old.status = 'DONE' and (old.status, old.amount_cents, old.owed_cents, old.returned_at)
      is distinct from (new.status, new.amount_cents, new.owed_cents, new.returned_at))
    or (old.end_to_end_id, old.return_id, old.deposit_id, old.received_at)
      is distinct from (new.end_to_end_id, new.return_id, new.deposit_id, new.received_at))
  execute function refuse_change();

-- A suspension was known by its withdrawal, and so was what may still be taken back.
insert into kept_facts (person_hash, key_id, name, value, until)
select person_hash, key_id, 'accounts:suspension', jsonb_build_object(suspension.user_id::text, true), null
from kept_facts join withdrawal_suspensions suspension on withdrawal_id = (value ->> 'withdrawalId')::bigint
where name = 'suspension';
insert into kept_facts (person_hash, key_id, name, value, until)
select person_hash, key_id, 'accounts:closed', jsonb_object_agg(user_id::text, last order by last), until
from kept_facts
cross join lateral (
  select user_id, max(entry.value) as last from jsonb_each_text(kept_facts.value) entry
  join market_withdrawals on market_withdrawals.id = entry.key::bigint group by user_id) delivered
where name = 'deliveries' group by person_hash, key_id, until;
insert into brought_facts (user_id, name, value, until)
select brought_facts.user_id, 'accounts:closed', jsonb_object_agg(delivered.user_id::text, last order by last), until
from brought_facts
cross join lateral (
  select user_id, max(entry.value) as last from jsonb_each_text(brought_facts.value) entry
  join market_withdrawals on market_withdrawals.id = entry.key::bigint group by market_withdrawals.user_id) delivered
where name = 'deliveries' group by brought_facts.user_id, until;
delete from kept_facts where name in ('suspension', 'deliveries');
delete from brought_facts where name in ('suspension', 'deliveries');
