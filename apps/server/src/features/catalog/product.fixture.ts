import type { TestApp } from '#kernel/testing/test-app';

/** Products of a test that is not about them, each with its id as its name; those that are there stay as they are. */
export const addProducts = async (app: TestApp, ...pids: readonly string[]): Promise<void> => {
  await app.rows(
    `insert into category (category_id, position, name, summary) values ('tried', 1, '试用类目', '')
      on conflict do nothing`,
  );
  await app.rows(
    `insert into product (pid, category_id, position, name, tagline, cover_url, cover_alt, tags, has_trial, blocks, agreement_ids, doc_slugs, related_pids)
      select pid, 'tried', 1, pid, '', '', '', '[]', false, '[]', '{}', '{}', '{}' from unnest($1::text[]) pid on conflict do nothing`,
    [pids],
  );
};
