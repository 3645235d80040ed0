import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#kernel/database/db';
import { connectionsOfNode } from '#kernel/database/pools';
import { refuseOverBudget, refuseOverReplicaBudget } from '#kernel/nodes/connection-budget';
import { findConnectionRoom } from '#kernel/nodes/node.sql';
import { standardLimits } from '#kernel/setup/limits';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('running 1.8 connections are a budget', () => {
  it('running 1.8 running 1.9 the nodes that live and the one that starts have to fit, at the database and at its replica, or it is refused with the sum', async () => {
    const db = app.database.reading('service');
    const half = Math.floor((await findConnectionRoom(db)) / 2);
    await refuseOverBudget(db, { nodeId: 'new', connections: half });
    await app.rows(
      `insert into node (node_id, boot, version, address, settings, started_at, seen_at)
        select n, 'b', '0.9.0', n, '{}', app_now(), app_now() from unnest(array['a', 'b']) n`,
    );
    await expect(refuseOverBudget(db, { nodeId: 'new', connections: half })).rejects.toThrow(
      new RegExp(`3 个节点 × ${half} 个连接 = ${3 * half}，而 max_connections`),
    );
    const state = async () => ({ kind: 'ok', lagSec: 0 }) as const;
    await expect(
      refuseOverReplicaBudget(db, { nodeId: 'new', connections: half }, { state, reading: () => db, failed: vi.fn() }),
    ).rejects.toThrow(/^DATABASE_READ_URL 的连接不够：3 个节点/);
    // A node that starts anew takes its own place.
    await refuseOverBudget(db, { nodeId: 'a', connections: half });
    expect(connectionsOfNode(standardLimits)).toBe(30);
  });

  it('running 1.9 a replica that goes while it is asked for its room, or had gone before, refuses nobody', async () => {
    const nobody = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', onError: () => undefined });
    const [reading, failed] = [vi.fn(() => nobody.reading('service')), vi.fn()];
    const [db, node] = [app.database.reading('service'), { nodeId: 'a', connections: 1 }];
    try {
      await refuseOverReplicaBudget(db, node, { state: async () => ({ kind: 'ok', lagSec: 0 }), reading, failed });
      expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'ECONNREFUSED' }));
      await refuseOverReplicaBudget(db, node, { state: async () => ({ kind: 'gone', lagSec: null }), reading, failed });
      expect([reading.mock.calls.length, failed.mock.calls.length]).toEqual([1, 1]);
    } finally {
      await nobody.close();
    }
  });

  it('running 1.8 a connection that has not the role of its pool sends no statement', async () => {
    // As a pooler does that ignores the options of a connection.
    const url = `${app.url}${app.url.includes('?') ? '&' : '?'}options=-c%20geqo%3Don`;
    const other = openDatabase({ url, onError: () => undefined });
    try {
      for (const scope of ['service', { tenantId: 't' }] as const)
        await expect(other.reading(scope).selectFrom('tenant').selectAll().execute()).rejects.toThrow(
          /^数据库连接的角色是 .*，应为 ronghui_/,
        );
    } finally {
      await other.close();
    }
  });
});
