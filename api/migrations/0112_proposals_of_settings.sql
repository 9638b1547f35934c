-- What guards money is weakened by two administrators too: a setting is nobody's.
alter table decision_proposals alter column owner_id drop not null;
