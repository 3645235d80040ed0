-- Trial requests and messages to the provider. Above tenants: a visitor writes them, ops read them.

create table lead (
  lead_id bigint generated always as identity primary key,
  ticket_no text not null unique,
  kind text not null check (kind in ('trial', 'contact')),
  status text not null default 'new' check (status in ('new', 'following', 'won', 'lost')),
  topic text check (topic in ('consult', 'cooperate', 'feedback', 'complaint')),
  name text not null check (char_length(name) <= 40),
  company text check (char_length(company) <= 120),
  mobile_digest bytea not null check (octet_length(mobile_digest) = 32),
  mobile_sealed bytea not null,
  mobile_masked text not null check (char_length(mobile_masked) <= 20),
  content text check (char_length(content) <= 2000),
  pid text,
  sku_id text,
  options jsonb,
  consents jsonb not null, -- [{id, version, sha256}]: which texts were agreed to
  user_id text,
  address text not null,
  request_id text not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  version bigint not null default 1 check (version >= 1),
  check ((kind = 'trial') = (pid is not null)),
  check ((kind = 'contact') = (topic is not null))
);
create index lead_queue on lead (status, lead_id);
create index lead_mobile on lead (mobile_digest, lead_id);
