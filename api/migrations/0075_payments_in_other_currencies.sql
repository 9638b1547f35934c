-- Money of another currency than BRL waits for a person. Processes of the version before may run on beside it.
alter table deposit_payments drop constraint deposit_payments_fault_check;
alter table deposit_payments add constraint deposit_payments_fault_check check (fault in
  ('AMOUNT_DIFFERS', 'DEPOSIT_REJECTED', 'PAID_BEFORE', 'ACCOUNT_CLOSED', 'RETURNED', 'CURRENCY_DIFFERS'));
