import { type Series, series, seriesAreas } from '../../apps/server/src/kernel/observe/series.ts';
import { type Alert, anchorOf } from './alert.ts';
import { dashboardText } from './dashboard.ts';
import { systemAlerts } from './system-alerts.ts';
import { workAlerts } from './work-alerts.ts';

/** Causes before symptoms: a symptom looks whether a cause is raised. */
export const alerts: readonly Alert[] = [...systemAlerts, ...workAlerts].toSorted((a, b) =>
  a.kind === b.kind ? 0 : a.kind === 'cause' ? -1 : 1,
);

/** A string of JSON is one of YAML. */
const quoted = (text: string): string => JSON.stringify(text);

const ruleOf = (alert: Alert): string[] => [
  `      - alert: ${alert.name}`,
  `        expr: ${quoted(alert.expr)}`,
  `        for: ${alert.forSec}s`,
  '        labels:',
  `          severity: ${alert.severity}`,
  `          kind: ${alert.kind}`,
  ...(alert.explains === undefined ? [] : [`          explains: ${alert.explains}`]),
  '        annotations:',
  `          summary: ${quoted(alert.summary)}`,
  `          description: ${quoted(alert.description)}`,
  `          runbook_url: docs/operations.md#${anchorOf(alert)}`,
];

/** deploy/monitoring/rules.yml. */
const rulesText = (): string => {
  const groups = (['cause', 'symptom'] as const).flatMap((kind) => [
    `  - name: ronghui-${kind}s`,
    '    interval: 15s',
    '    rules:',
    ...alerts.filter((alert) => alert.kind === kind).flatMap(ruleOf),
  ]);
  return `# Made by tools/monitoring; never edited.\ngroups:\n${groups.join('\n')}\n`;
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

const severities = { critical: 'at once', warning: 'by day' };

const minutesOf = (sec: number): string => (sec === 0 ? 'at once' : sec < 120 ? `${sec} s` : `${sec / 60} min`);

/** The part of docs/operations.md between its marks. */
const alertTable = (): string =>
  [
    '| Alert | After | Somebody looks | It means | What to do |',
    '| --- | --- | --- | --- | --- |',
    ...alerts.map((alert) => {
      const name = `<a id="${anchorOf(alert)}"></a>\`${alert.name}\``;
      const texts = [minutesOf(alert.forSec), severities[alert.severity], alert.means, alert.doThis];
      return `| ${[name, ...texts.map(cell)].join(' | ')} |`;
    }),
  ].join('\n');

const marks = ['<!-- alerts: made by tools/monitoring -->', '<!-- end of alerts -->'] as const;

/** docs/operations.md with the table of alerts in it. */
const withAlerts = (text: string): string => {
  const [begin, end] = [text.indexOf(marks[0]), text.indexOf(marks[1])];
  if (begin < 0 || end < begin) throw new Error('docs/operations.md has no place for the alerts');
  return `${text.slice(0, begin)}${marks[0]}\n${alertTable()}\n${text.slice(end)}`;
};

const seriesRow = ({ name, kind, labels, help }: Series): string =>
  `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ') || '–'} | ${cell(help)} |`;

/** docs/metrics.md. */
const seriesPage = (): string =>
  [
    '# Metrics',
    '',
    'Made by `tools/monitoring` of the list in `apps/server/src/kernel/observe/series.ts`; never edited. How to read them, and the alerts: [operations](operations.md#monitoring).',
    'Beside these `/metrics` has those of the process (`process_…`, `nodejs_…`). Labels hold names of the code (operations, jobs, providers, pools), never anything of a person or a merchant.',
    ...Object.keys(seriesAreas).flatMap((area) => [
      '',
      `## ${area.charAt(0).toUpperCase()}${area.slice(1)}`,
      '',
      '| Series | Kind | Labels | What it is |',
      '| --- | --- | --- | --- |',
      ...series.filter((each) => each.area === area).map(seriesRow),
    ]),
    '',
  ].join('\n');

/** Every file that is made of the two lists; `read` reads those that are made in part. */
export const madeFiles = (read: (path: string) => string): Readonly<Record<string, string>> => ({
  'deploy/monitoring/rules.yml': rulesText(),
  'deploy/monitoring/dashboard.json': dashboardText(),
  'docs/metrics.md': seriesPage(),
  'docs/operations.md': withAlerts(read('docs/operations.md')),
});
