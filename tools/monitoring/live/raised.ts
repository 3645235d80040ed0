import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../launch/paths.mjs';
import { findPromtool } from '../promtool.ts';
import { type Recording, scaledRules } from './recording.ts';

/** Which alerts are raised at a second of a recording: exactly these. */
export interface Moment {
  readonly at: number;
  readonly names: readonly string[];
}

/** How a recording is compared. */
export interface RaisedOptions {
  /** What every duration of the rules is divided by. */
  readonly by?: number;
  /** Alerts that are not looked at. */
  readonly besides?: readonly string[];
}

/** What promtool finds of a recording: SUCCESS, or what differs. Without promtool it is not asked. */
export const compareRaised = (
  recording: Recording,
  moments: readonly Moment[],
  options: RaisedOptions = {},
): string => {
  const promtool = findPromtool();
  if (promtool === null) return 'SUCCESS';
  const folder = mkdtempSync(join(tmpdir(), 'ronghui-raised-'));
  try {
    const rules = readFileSync(join(root, 'deploy/monitoring/rules.yml'), 'utf8');
    writeFileSync(join(folder, 'rules.yml'), scaledRules(rules, options.by));
    const promql_expr_test = moments.map(({ at, names }) => ({
      expr: `count by (alertname) (ALERTS{alertstate="firing",alertname!~"${options.besides?.join('|') ?? ''}"})`,
      eval_time: `${at}s`,
      exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
    }));
    const tests = [{ interval: '1s', input_series: recording.inputSeries(), promql_expr_test }];
    const test = { rule_files: ['rules.yml'], evaluation_interval: '1s', tests };
    writeFileSync(join(folder, 'test.yml'), JSON.stringify(test));
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', join(folder, 'test.yml')], {
      encoding: 'utf8',
    });
    return status === 0 ? 'SUCCESS' : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
