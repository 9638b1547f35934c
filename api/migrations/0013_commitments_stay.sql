-- A commitment is shown once and holds for ever.
create trigger commitments_append_only before update or delete on commitments
  for each row execute function refuse_change();
create trigger commitments_no_truncate before truncate on commitments
  for each statement execute function refuse_change();
