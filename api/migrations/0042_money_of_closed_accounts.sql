-- Money that arrives for who has closed the account is credited to nobody: a person pays it back.
alter table deposit_payments drop constraint deposit_payments_fault_check;
alter table deposit_payments add constraint deposit_payments_fault_check
  check (fault in ('AMOUNT_DIFFERS', 'DEPOSIT_REJECTED', 'PAID_BEFORE', 'ACCOUNT_CLOSED'));
