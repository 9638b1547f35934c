-- What a bank's message is about. Only the bank's answer to our own question is believed.
create table pix_hints (
  -- The txid of a charge of ours, or the endToEndId of a payment.
  subject text collate "C" primary key check (length(subject) between 1 and 64),
  is_charge boolean not null,
  -- The sender has shown to be the bank: it is asked again until it answers.
  is_trusted boolean not null,
  hinted_at timestamptz not null,
  -- It is null once there is nothing to ask.
  ask_at timestamptz,
  asked_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  -- The process that asks has it until then.
  leased_until timestamptz,
  -- A hint that comes while the question is under way is another turn.
  turn bigint not null default 1 check (turn > 0)
);
create index pix_hints_due on pix_hints (ask_at) where ask_at is not null;
