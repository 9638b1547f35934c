-- A proposal is kept once it was carried out, so that anybody can check who decided: two administrators, neither of them the
-- owner of the record. Those that wait come from the version before and do not say whose record they are about: an
-- administrator proposes the same again.
delete from decision_proposals;
alter table decision_proposals
  drop constraint decision_proposals_pkey,
  drop constraint decision_proposals_proposed_by_fkey,
  add column id bigint generated always as identity primary key,
  add column owner_id bigint not null references users (id) on delete restrict,
  add column carried_out_by bigint references users (id) on delete restrict,
  add column carried_out_at timestamptz,
  add foreign key (proposed_by) references users (id) on delete restrict,
  add constraint decision_proposals_not_own check (proposed_by <> owner_id and carried_out_by <> owner_id),
  add constraint decision_proposals_by_two check (carried_out_by <> proposed_by),
  add constraint decision_proposals_carried_out check ((carried_out_by is null) = (carried_out_at is null));

-- One waits for each step of a record.
create unique index decision_proposals_waiting on decision_proposals (entity_type, entity_id, action)
  where carried_out_at is null;
create trigger decision_proposals_for_good before update or delete on decision_proposals for each row
  when (old.carried_out_at is not null) execute function refuse_change();
create trigger decision_proposals_no_truncate before truncate on decision_proposals
  for each statement execute function refuse_change();
