-- What withdrawals of a user wait after: a second factor or a Pix key that is new, changed or reset.
create table withdrawal_waits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  cause text not null check (cause in ('SECOND_FACTOR', 'PIX_KEY')),
  begun_at timestamptz not null
);
create index withdrawal_waits_user on withdrawal_waits (user_id, begun_at);

insert into withdrawal_waits (user_id, cause, begun_at)
select user_id, 'SECOND_FACTOR', enabled_at from second_factors where enabled_at is not null
union all
select user_id, 'PIX_KEY', min(confirmed_at) from money_withdrawals
where confirmed_at is not null and pix_key is not null group by user_id, pix_key;
