-- Lists stay fast whatever their filter finds, and the document search uses its index (R10.2, R10.11, R2.6).

-- Two filters of the order list together.
create index order_by_status_product on "order" (tenant_id, status, pid, created_at desc, order_no desc);
-- A kind of notice without rows; the tenant makes the length of the list an index alone.
create index notice_by_kind on notice (user_id, kind, created_at desc, notice_id desc) include (tenant_id);

-- Without it what an import added waits in a list that each search reads from end to end until the table is vacuumed.
alter index document_search set (fastupdate = off);

-- Only its owner may analyze a table. Called at the end of an import, whose statistics nobody else brings up to date before the next search.
create function analyze_documents() returns void language plpgsql security definer set search_path = public, pg_temp as
  $$ begin analyze document; end $$;
revoke all on function analyze_documents() from public;
grant execute on function analyze_documents() to ronghui_service;
