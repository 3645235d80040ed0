import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { series } from '../../apps/server/src/kernel/observe/series.ts';
import { root } from '../launch/paths.mjs';
import { anchorOf } from './alert.ts';
import { quiet } from './alert-cases.fixture.ts';
import { alerts, madeFiles } from './files.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const made = madeFiles(read);

const known = new Set<string>(
  series.flatMap(({ name, kind }) =>
    kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  ),
);
const unknownIn = (text: string): string[] =>
  [...text.matchAll(/\bronghui_\w+/g)].map(([name]) => name).filter((name) => !known.has(name));

/** The names that a text of expressions has under labels which its series does not have. */
const wronglyLabelled = (text: string): string[] =>
  [...text.matchAll(/\b(ronghui_\w+?)(?:_bucket|_count)?\{([^}]*)\}/g)].flatMap(([, name = '', inside = '']) => {
    const own = series.find((each) => each.name === name);
    const asked = [...inside.matchAll(/(\w+)=/g)].map(([, label = '']) => label);
    return asked.filter((label) => label !== 'job' && own !== undefined && !own.labels.some((each) => each === label));
  });

describe('running 6.1 what is made for who watches', () => {
  it.each(Object.keys(made))(
    'running 6.1 %s is what the lists say now (node tools/monitoring/monitoring.ts)',
    (path) => {
      expect(read(path)).toBe(made[path]);
    },
  );

  it('running 6.1 every series of a rule or of the dashboard is in the list, with its labels', () => {
    const [rules = '', dashboard = ''] = ['rules.yml', 'dashboard.json'].map(
      (name) => made[`deploy/monitoring/${name}`],
    );
    const expressions = alerts.map(({ expr }) => expr).join('\n');
    const panels = [...dashboard.matchAll(/"expr": (".*")/g)].map(([, text = '']) => JSON.parse(text)).join('\n');
    expect(panels.split('\n').length).toBeGreaterThan(series.length);
    expect([...unknownIn(expressions), ...unknownIn(panels), ...unknownIn(Object.keys(quiet).join('\n'))]).toEqual([]);
    expect([...wronglyLabelled(expressions), ...wronglyLabelled(panels)]).toEqual([]);
    expect(rules).toContain('groups:');
  });

  it('house 12 the rule finds what it must find', () => {
    expect(unknownIn('rate(ronghui_nothing_total[5m]) + ronghui_call_seconds')).toEqual([
      'ronghui_nothing_total',
      'ronghui_call_seconds',
    ]);
    expect(wronglyLabelled('ronghui_calls_total{status="500",tenant="x"}')).toEqual(['tenant']);
  });

  it('running 6.1 every rule has its anchor in operations.md, and every anchor its rule', () => {
    const anchors = [...read('docs/operations.md').matchAll(/<a id="([\w-]+)">/g)].map(([, id]) => id);
    expect(anchors).toEqual(alerts.map(anchorOf));
    const linked = [
      ...(made['deploy/monitoring/rules.yml'] ?? '').matchAll(/runbook_url: docs\/operations\.md#(\S+)/g),
    ];
    expect(linked.map(([, anchor]) => anchor)).toEqual(anchors);
  });

  it('running 6.1 every alert says in Chinese what it is, and has a name of its own', () => {
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
    for (const { name, summary, description } of alerts)
      for (const text of [summary, description]) expect(text, name).toMatch(/\p{Script=Han}{2}/u);
  });

  it('running 6.2 every symptom is silent while a cause explains it, and every cause that explains is one', () => {
    const explained = alerts
      .filter(({ kind }) => kind === 'symptom')
      .map(({ expr }) => /explains="(\w+)"/.exec(expr)?.[1]);
    const explaining = new Set<string | undefined>(alerts.flatMap(({ explains }) => explains ?? []));
    expect(explained.length).toBeGreaterThan(2);
    expect(explained.filter((what) => !explaining.has(what))).toEqual([]);
    expect(alerts.filter(({ kind, explains }) => kind === 'symptom' && explains !== undefined)).toEqual([]);
  });
});
