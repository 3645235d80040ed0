-- Published content: what visitors read. It belongs to the provider, not to a tenant, so there is no row-level security here;
-- tenants read, the service writes. Blocks, tags and options are stored as the files had them, validated before they came in.

create table site_setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default app_now()
);

create table media (
  name text primary key check (name ~ '^[a-z0-9]{32}\.[a-z0-9]{2,5}$'), -- hash of the bytes and the ending: immutable
  mime text not null,
  bytes bytea not null,
  source_path text not null,
  created_at timestamptz not null default app_now()
);

create table slide (
  slide_id text primary key,
  position int not null,
  title text not null,
  subtitle text not null,
  image_url text not null,
  image_alt text not null,
  link text not null,
  theme text not null
);

create table category (
  category_id text primary key,
  position int not null,
  name text not null,
  summary text not null
);

create table product (
  pid text primary key,
  category_id text not null references category,
  position int not null,
  name text not null,
  tagline text not null,
  cover_url text not null,
  cover_alt text not null,
  tags jsonb not null,
  has_trial boolean not null,
  recommended int,
  annual_rate text,
  org_name text,
  price_from_fen bigint check (price_from_fen >= 0),
  blocks jsonb not null,
  agreement_ids text[] not null,
  doc_slugs text[] not null,
  related_pids text[] not null,
  updated_at timestamptz not null default app_now(),
  -- R10.13: whoever lends says at what rate, and who it is.
  check ((annual_rate is null) = (org_name is null))
);
create index product_category on product (category_id, position);

create table sku (
  pid text not null references product on delete cascade,
  sku_id text not null,
  position int not null,
  name text not null,
  price_fen bigint check (price_fen >= 0),
  unit text not null,
  billing text not null check (billing in ('prepaid', 'postpaid')),
  term_months int[] not null,
  min_quantity int not null check (min_quantity >= 1),
  max_quantity int not null check (max_quantity >= min_quantity),
  options jsonb not null,
  tiers jsonb not null,
  term_discounts jsonb not null,
  primary key (pid, sku_id)
);

create table page (
  page text primary key check (page in ('home', 'partners', 'about')),
  title text not null,
  blocks jsonb not null,
  updated_at timestamptz not null default app_now()
);

create table partner (
  partner_id text primary key,
  position int not null,
  name text not null,
  logo_url text not null,
  summary text not null,
  link text not null
);

-- A version is evidence of what people agreed to: added, never changed and never removed.
create table agreement (
  agreement_id text not null,
  version text not null,
  title text not null,
  scene text not null check (scene in ('register', 'purchase', 'trial', 'contact', 'certification', 'dataSharing')),
  required boolean not null,
  markdown text not null,
  html text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  effective_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  primary key (agreement_id, version)
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger agreement_is_evidence before update or delete on agreement
  for each row execute function refuse_change();

create table doc_section (
  section_id text primary key,
  parent_id text references doc_section,
  position int not null, -- parents before children
  rank int not null, -- place among its siblings, sections and documents alike
  title text not null,
  summary text not null
);

create table document (
  doc_id text primary key,
  slug text not null unique,
  section_id text not null references doc_section,
  position int not null, -- reading order over the whole tree
  rank int not null,
  title text not null,
  summary text not null,
  markdown text not null,
  html text not null,
  plain text not null,
  outline jsonb not null,
  search tsvector not null,
  updated_at timestamptz not null
);
create index document_search on document using gin (search);
create index document_section on document (section_id, position);
create index document_order on document (position);

create table doc_rating (
  rating_id bigint generated always as identity primary key,
  doc_id text not null,
  session_id text not null,
  helpful boolean not null,
  comment text not null default '',
  created_at timestamptz not null default app_now(),
  unique (doc_id, session_id)
);

select tenant_readable(
  'site_setting', 'media', 'slide', 'category', 'product', 'sku', 'page', 'partner', 'agreement', 'doc_section', 'document'
);
