-- An administrator sets an exchange rate while its source is silent or wrong. Processes of the version before may run beside
-- this one; they would ask the source for a new rate although one is held by hand.
alter table exchange_rate
  -- The source is not asked before; null: it is asked as usual.
  add column held_until timestamptz;
alter table exchange_rates_taken
  -- Why an administrator set it by hand.
  add column note text check (length(note) between 1 and 500),
  drop constraint exchange_rates_taken_reason_check,
  drop constraint exchange_rates_taken_check;
alter table exchange_rates_taken
  add constraint exchange_rates_taken_reason_check
    check (reason in ('FIRST', 'WITHIN_LIMITS', 'SAID_FOR_AN_HOUR', 'CONFIRMED', 'FALLBACK', 'SET_BY_HAND')),
  add constraint exchange_rates_taken_by_somebody
    check ((reason in ('CONFIRMED', 'SET_BY_HAND')) = (confirmed_by is not null)),
  add constraint exchange_rates_taken_note check (reason <> 'SET_BY_HAND' or note is not null);
