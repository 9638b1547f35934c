-- Money that arrives for who has closed the account is credited to nobody: a person pays it back.
alter table deposit_payments drop constraint deposit_payments_fault_check;
alter table deposit_payments add constraint deposit_payments_fault_check
  check (fault in ('AMOUNT_DIFFERS', 'DEPOSIT_REJECTED', 'PAID_BEFORE', 'ACCOUNT_CLOSED'));

-- Whether the other side has said that it has an order and not how it ended: that it knows of none is then not believed.
alter table orders add column is_taken boolean not null default false;
