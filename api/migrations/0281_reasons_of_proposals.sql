-- A second administrator reads why the first one proposed something before they agree. A proposal of a process of the version
-- before has no reason.
alter table decision_proposals add column reason text;
