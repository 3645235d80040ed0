-- SMS by carriers (R14.3): a message whose answer was lost, providers that rest, and what became of each message.

alter table outbox
  add lost_by text check (char_length(lost_by) <= 20), -- who may have the message, though no answer came
  add lost_at timestamptz;

-- Failures in a row of a provider; after five it rests. All nodes see the same.
create table sms_rest (
  provider text primary key check (provider in ('aliyun', 'tencent', 'http')),
  failures int not null default 0,
  rests_until timestamptz
);

-- Every handing over of a message to a provider. The number is masked; the price is that of the moment, so the sum of a month stays what it was.
create table sms_delivery (
  delivery_id bigint generated always as identity primary key,
  message_id text not null check (char_length(message_id) <= 64),
  provider text not null check (provider in ('aliyun', 'tencent', 'http')),
  provider_message_id text check (char_length(provider_message_id) <= 128),
  scene text not null check (char_length(scene) <= 40),
  mobile_masked text not null check (char_length(mobile_masked) <= 20),
  state text not null check (state in ('accepted', 'delivered', 'failed', 'refused', 'unknown', 'absent')),
  refusal text check (refusal in ('retry', 'failOver', 'wait', 'number')),
  reason text check (char_length(reason) <= 200),
  price_centifen int not null default 0 check (price_centifen >= 0), -- hundredths of a fen: a message costs some 4.5 fen
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  check ((state = 'refused') = (refusal is not null))
);
create index sms_delivery_of_message on sms_delivery (message_id);
create index sms_delivery_of_provider on sms_delivery (provider, provider_message_id);
create index sms_delivery_by_time on sms_delivery (created_at);

-- What staff enter of a provider: sign, region, the template of each scene, the price.
create table sms_setting (
  provider text primary key check (provider in ('aliyun', 'tencent', 'http')),
  sign_name text not null default '' check (char_length(sign_name) <= 40),
  region text not null default '' check (char_length(region) <= 40),
  templates jsonb not null,
  price_centifen int not null default 0 check (price_centifen between 0 and 1000000),
  updated_by text,
  updated_at timestamptz not null default app_now(),
  version int not null default 1
);
