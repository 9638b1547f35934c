-- What was given back of a credited deposit is taken from the balance at once, and what the balance does not have is a debt
-- that the next credits pay. Stop processes of the version before: they would credit a balance past a debt, which the
-- constraint below refuses.

-- DEBT is what a user owes: debited when money went back, credited when it is paid.
alter table transfers drop constraint transfers_debit_account_check, drop constraint transfers_credit_account_check,
  drop constraint transfers_type_check;
alter table transfers
  add constraint transfers_debit_account_check check (debit_account in ('USER', 'SYSTEM', 'HELD', 'DEBT')),
  add constraint transfers_credit_account_check check (credit_account in ('USER', 'SYSTEM', 'HELD', 'DEBT')),
  add constraint transfers_type_check check (type in (
    'DEPOSIT', 'WITHDRAWAL_HOLD', 'WITHDRAWAL_RELEASE', 'WITHDRAWAL', 'CASE_OPEN', 'BATTLE_ENTRY', 'BATTLE_REFUND',
    'BATTLE_WIN', 'UPGRADE', 'ITEM_SALE', 'RAFFLE_TICKET', 'RAFFLE_REFUND', 'EVENT_REWARD', 'SWAP_CHANGE',
    'ADMIN_ADJUSTMENT', 'WELCOME_CREDIT', 'DEPOSIT_RETURN', 'DEPOSIT_RETURN_UNDONE', 'DEBT_PAYMENT', 'DEBT_REFUND'));

-- Whoever credits a balance without paying the debt first is refused, whatever statement it is.
alter table accounts
  add column debt_cents bigint not null default 0 constraint accounts_debt_cents_check check (debt_cents >= 0),
  add constraint accounts_debt_first check (debt_cents = 0 or balance_cents = 0);
create index accounts_in_debt on accounts (user_id) where debt_cents > 0;

alter table deposit_returns
  -- OPEN: under way, and may still fail. DONE is for good.
  add column status text collate "C" not null default 'DONE' check (status in ('OPEN', 'DONE', 'FAILED')),
  -- What the user owes, or has paid, for it. Null of those that were told before debts were kept: a person has decided.
  add column owed_cents bigint check (owed_cents >= 0),
  add constraint deposit_returns_owed check (owed_cents <= amount_cents and (status <> 'FAILED' or owed_cents = 0));
alter table deposit_returns alter column status drop default;
create index deposit_returns_open on deposit_returns (deposit_id) where status = 'OPEN';
drop trigger deposit_returns_append_only on deposit_returns;
create trigger deposit_returns_never_deleted before delete on deposit_returns
  for each row execute function refuse_change();
create trigger deposit_returns_done_for_good before update on deposit_returns for each row
  when (old.status = 'DONE' or (old.end_to_end_id, old.return_id, old.deposit_id, old.received_at)
    is distinct from (new.end_to_end_id, new.return_id, new.deposit_id, new.received_at))
  execute function refuse_change();
