-- What is bought or paid outside, once. The intent is committed before anybody is asked, and what became of it is
-- learnt from the answer or, where none came, by asking for the project id.
create table orders (
  id bigint generated always as identity primary key,
  -- Whose they are: the kind says how one is sent, asked for and settled.
  kind text collate "C" not null check (length(kind) between 1 and 40),
  -- Under which the other side knows it. One is sent once, ever.
  project_id text collate "C" not null constraint orders_project_id_key unique check (length(project_id) between 1 and 50),
  -- What is asked for, as the kind writes it.
  ask jsonb not null,
  -- REQUESTED: nothing was sent. SENT: it may have been. UNKNOWN: it was, and no usable answer came.
  status text collate "C" not null default 'REQUESTED' check (status in ('REQUESTED', 'SENT', 'UNKNOWN', 'BOUGHT', 'REFUSED')),
  -- What the other side answered, or why it refused.
  bought jsonb,
  refusal text,
  requested_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  -- Who works on it until when; nobody else does before that. Set when it is placed: its placer sends it at once.
  lease_owner text collate "C" not null,
  lease_until timestamptz not null,
  constraint orders_sent check ((status = 'REQUESTED') <= (sent_at is null) and (status in ('SENT', 'UNKNOWN', 'BOUGHT')) <= (sent_at is not null)),
  constraint orders_settled check ((status in ('BOUGHT', 'REFUSED')) = (settled_at is not null)),
  constraint orders_bought check ((status = 'BOUGHT') = (bought is not null)),
  constraint orders_refused check ((status = 'REFUSED') = (refusal is not null))
);
create index orders_open on orders (lease_until) where status in ('REQUESTED', 'SENT', 'UNKNOWN');
create trigger orders_settle_once before update on orders
  for each row when (old.status in ('BOUGHT', 'REFUSED')) execute function refuse_change();
create trigger orders_never_deleted before delete on orders for each row execute function refuse_change();
create trigger orders_no_truncate before truncate on orders for each statement execute function refuse_change();
