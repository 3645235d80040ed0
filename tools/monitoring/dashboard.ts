import { type Series, series, seriesAreas } from '../../apps/server/src/kernel/observe/series.ts';

const units = { count: 'short', seconds: 's', bytes: 'bytes', flag: 'bool' } as const;
const datasource = { type: 'prometheus', uid: '${datasource}' };
const [columns, width, height] = [3, 8, 7];
/** Operations and jobs are many: a panel shows the outcomes, and the busiest of the rest. */
const most = 10;
const own = '{job="ronghui"}';

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

const legendOf = (labels: readonly string[]): string =>
  labels.length === 0 ? '{{instance}}' : labels.map((label) => `{{${label}}}`).join(' ');

const targetsOf = ({ name, kind, labels }: Series): readonly Target[] => {
  if (kind === 'gauge') return [{ expr: `${name}${own}`, legendFormat: legendOf(labels) }];
  if (kind === 'histogram')
    return [0.5, 0.95, 0.99].map((part) => ({
      expr: `histogram_quantile(${part}, sum by (le) (rate(${name}_bucket${own}[$__rate_interval])))`,
      legendFormat: `p${part * 100}`,
    }));
  const by = labels.filter((label) => label !== 'operation');
  const sum = `sum by (${[...by, ...(by.length === 0 ? ['instance'] : [])].join(', ')}) (rate(${name}${own}[$__rate_interval]))`;
  return [{ expr: labels.length > by.length ? sum : `topk(${most}, ${sum})`, legendFormat: legendOf(by) }];
};

const panelOf = (title: string, unit: string, targets: readonly Target[]) => ({
  type: 'timeseries',
  title,
  datasource,
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  targets: targets.map((target, at) => ({ refId: String.fromCharCode(65 + at), datasource, ...target })),
});

const seriesPanel = (each: Series) => ({
  ...panelOf(each.title, each.kind === 'counter' ? 'ops' : units[each.unit], targetsOf(each)),
  description: `${each.name}: ${each.help}`,
});

const raised = {
  ...panelOf('正在触发的告警', 'short', [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing",alertname=~"Ronghui.*"})',
      legendFormat: '{{alertname}}',
    },
  ]),
  description: 'ALERTS',
};
const nodes = panelOf('在线节点', 'short', [{ expr: 'count(up{job="ronghui"} == 1)', legendFormat: '节点' }]);
const busiest = panelOf('最忙的操作', 'ops', [
  {
    expr: `topk(${most}, sum by (operation) (rate(ronghui_calls_total${own}[$__rate_interval])))`,
    legendFormat: '{{operation}}',
  },
]);

/** The Grafana dashboard: a row for each area, a panel for each series. @source running 6.1 */
export const dashboardText = (): string => {
  const rows = [
    { title: '概况', panels: [raised, nodes] },
    ...Object.entries(seriesAreas).map(([area, title]) => ({
      title,
      panels: [...series.filter((each) => each.area === area).map(seriesPanel), ...(area === 'calls' ? [busiest] : [])],
    })),
  ];
  let y = 0;
  let id = 0;
  const panels: object[] = [];
  for (const row of rows) {
    id += 1;
    panels.push({
      id,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: columns * width, h: 1 },
      panels: [],
    });
    y += 1;
    row.panels.forEach((panel, at) => {
      id += 1;
      const gridPos = { x: (at % columns) * width, y: y + Math.floor(at / columns) * height, w: width, h: height };
      panels.push({ id, ...panel, gridPos });
    });
    y += Math.ceil(row.panels.length / columns) * height;
  }
  const templating = { list: [{ name: 'datasource', label: '数据源', type: 'datasource', query: 'prometheus' }] };
  const dashboard = {
    uid: 'ronghui',
    title: '融惠运行状态',
    timezone: 'browser',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating,
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
};
