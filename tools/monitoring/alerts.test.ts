import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../launch/paths.mjs';
import { alertCases, badCalls, faultAtSec, inputSeries, maintenance, scrapeSec } from './alert-cases.fixture.ts';
import { alerts } from './files.ts';
import { findPromtool } from './promtool.ts';

const rules = join(root, 'deploy/monitoring/rules.yml');
const raised = 'count by (alertname) (ALERTS{alertstate="firing"})';

let promtool: string | null;
let folder: string;
beforeAll(() => {
  promtool = findPromtool();
  folder = mkdtempSync(join(tmpdir(), 'ronghui-alerts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What promtool answers; null where it is not there, which `findPromtool` prints. */
const ask = (args: readonly string[]): string | null => {
  if (promtool === null) return null;
  const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' });
  return status === 0 ? 'SUCCESS' : `${stdout}${stderr}`.replaceAll(/Unit Testing: \S+\s+SUCCESS\s+/g, '');
};

/** Which alerts are raised at a moment: exactly these. */
const expected = (atSec: number, names: readonly string[]) => ({
  expr: raised,
  eval_time: `${atSec}s`,
  exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
});

/** Runs test files, of which JSON is a form; one run reads all of them. */
const runTests = (files: Readonly<Record<string, object>>): string | null => {
  const paths = Object.entries(files).map(([name, test]) => {
    const path = join(folder, `${name}.yml`);
    const file = { rule_files: [rules], evaluation_interval: `${scrapeSec}s`, tests: [test] };
    writeFileSync(path, JSON.stringify({ ...file, group_eval_order: ['ronghui-causes', 'ronghui-symptoms'] }));
    return path;
  });
  return ask(['test', 'rules', ...paths]);
};

const ok = (answer: string | null) => expect(answer ?? 'SUCCESS').toBe('SUCCESS');

describe('running 6.2 the rules of Prometheus', () => {
  it('running 6.1 the rules are right for promtool', () => ok(ask(['check', 'rules', rules])));

  it('running 6.2 a quiet hour raises none', () => {
    const moments = Array.from({ length: 12 }, (_, at) => expected((at + 1) * 300, []));
    ok(runTests({ quiet: { interval: `${scrapeSec}s`, input_series: inputSeries(), promql_expr_test: moments } }));
  });

  it('running 6.2 running 6.5 planned maintenance raises none', () => {
    const moments = [600, 900, 1800].map((sec) => expected(faultAtSec + sec, []));
    const input_series = inputSeries(maintenance);
    ok(runTests({ maintenance: { interval: `${scrapeSec}s`, input_series, promql_expr_test: moments } }));
  });

  it('running 6.2 each fault raises the alert of its cause within its time and two scrapes, and no other', () => {
    const files = alertCases.map(({ alert, fault }, at) => {
      const rule = alerts.find(({ name }) => name === alert);
      const withinSec = (rule?.forSec ?? 0) + (rule?.windowSec ?? 0) + 2 * scrapeSec;
      const moments = [faultAtSec - scrapeSec, faultAtSec + withinSec, faultAtSec + withinSec + 300];
      const test = {
        interval: `${scrapeSec}s`,
        input_series: inputSeries(fault),
        promql_expr_test: moments.map((sec, nth) => expected(sec, nth === 0 ? [] : [alert])),
      };
      return [`${at}-${alert}`, test] as const;
    });
    ok(runTests(Object.fromEntries(files)));
    // Beside other tests thirty files take promtool a while.
  }, 180_000);

  it('running 6.2 a disk that fills silences no symptom: no call fails of it yet', () => {
    const input_series = inputSeries({ 'ronghui_disk_free_bytes{folder="data"}': { value: 4e9 }, ...badCalls });
    const names = ['RonghuiDiskAlmostFull', 'RonghuiErrors', 'RonghuiSlow'];
    const promql_expr_test = [expected(faultAtSec + 900, names)];
    ok(runTests({ fills: { interval: `${scrapeSec}s`, input_series, promql_expr_test } }));
  });

  it('running 6.2 a node that is gone from the list of targets is down', () => {
    const input_series = inputSeries({ up: null });
    const test = {
      interval: `${scrapeSec}s`,
      input_series,
      promql_expr_test: [expected(faultAtSec + 420, ['RonghuiNodeDown'])],
    };
    ok(runTests({ absent: test }));
  });

  it('running 6.2 a cause at one node, and its maintenance, silence no symptom of another', () => {
    const at = faultAtSec + 900;
    const named = (names: readonly string[]) =>
      names.map((name) => ({ labels: `{alertname="${name}",instance="b:8443"}`, value: 1 }));
    const symptoms = ['RonghuiErrors', 'RonghuiOutboxBehind', 'RonghuiSlow'];
    const bad = { ...badCalls, ronghui_outbox_oldest_seconds: { value: 1200 } };
    const causes = alertCases.filter(({ alert }) => alerts.some(({ name, explains }) => name === alert && explains));
    const faults = [...causes.map(({ fault }) => fault), maintenance];
    const files = faults.map((fault, nth) => {
      const input_series = [...inputSeries(fault), ...inputSeries(bad, 'b:8443')];
      const expr = 'count by (alertname, instance) (ALERTS{alertstate="firing",instance="b:8443"})';
      const promql_expr_test = [{ expr, eval_time: `${at}s`, exp_samples: named(symptoms) }];
      return [`two-${nth}`, { interval: `${scrapeSec}s`, input_series, promql_expr_test }] as const;
    });
    ok(runTests(Object.fromEntries(files)));
  }, 180_000);

  it('running 6.2 every alert has its fault', () => {
    const named = new Set(alertCases.map(({ alert }) => alert));
    expect([...named].toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
  });
});
