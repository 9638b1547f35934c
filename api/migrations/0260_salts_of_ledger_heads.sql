-- The digest of a head of the ledger is public. Whoever knew all but one field of its transfers could find that field by trying
-- its values. From the third format on a secret salt is part of the digest; heads that are signed stay as they are.
-- A process of the version before adds no head any more (it writes no salt, and is refused); it does everything else.
alter table ledger_heads
  add column salt bytea,
  drop constraint ledger_heads_format_check,
  add constraint ledger_heads_format check (format in (1, 2, 3)),
  add constraint ledger_heads_salt check (
    case when format = 3 then salt is not null and octet_length(salt) = 32 else salt is null end);
alter table ledger_heads alter column format set default 3;
