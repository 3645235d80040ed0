import type { NounProfile, Status } from './noun-profile.ts';

const jobStatuses: readonly Status[] = [
  { word: 'queued', label: '排队中', tone: 'info' },
  { word: 'running', label: '进行中', tone: 'info' },
  { word: 'done', label: '已完成', tone: 'ok' },
  { word: 'failed', label: '失败', tone: 'bad' },
  { word: 'cancelled', label: '已取消', tone: 'neutral' },
  { word: 'expired', label: '已过期', tone: 'neutral' },
];

/** Nouns without rooms so far whose ids, fields, states, keys and routes the wire contract names already. What it does not name is left to their author. */
const declared: Readonly<Record<string, NounProfile>> = {
  recon: {
    thing: 'reconciliation run',
    things: 'reconciliation runs',
    label: '对账任务',
    unit: '个对账任务',
    title: '对账管理',
    rowNo: 'runId',
    rowNoLabel: '任务编号',
    route: 'reconManagement',
    detail: 'get',
    readKey: 'recon.read',
    fields: [{ name: 'stageName', kind: 'text', label: '账期', max: 60 }],
    statuses: jobStatuses,
    write: {
      kind: 'step',
      verb: 'cancel',
      act: 'cancel',
      from: ['queued', 'running'],
      to: 'cancelled',
      key: 'recon.write',
      label: '取消对账任务',
    },
    cursor: false,
    created: true,
    clause: 'R13.4',
    stateClause: 'R13.4',
  },
};

/** The nouns with a profile of their own. */
export const declaredNouns: readonly string[] = Object.keys(declared);

/** A noun that the wire contract does not name: a row with a name that is open until it is closed. */
const plainProfile = (kebab: string, label: string): NounProfile => {
  const thing = kebab.replaceAll('-', ' ');
  return {
    thing,
    things: `${thing}s`,
    label,
    unit: `条${label}`,
    rowNo: `${kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`,
    rowNoLabel: '编号',
    detail: 'detail',
    fields: [{ name: 'name', kind: 'text', label: '名称', max: 80 }],
    statuses: [
      { word: 'open', label: '进行中', tone: 'info' },
      { word: 'closed', label: '已关闭', tone: 'neutral' },
    ],
    write: {
      kind: 'step',
      verb: 'close',
      act: 'close',
      from: ['open'],
      to: 'closed',
      key: 'tenant.write',
      label: `关闭${label}`,
    },
    search: 'name',
    cursor: true,
    created: true,
    clause: 'R2.9',
    stateClause: 'R4.12',
  };
};

/** What a noun is made of; `label` is what a row of a new noun is called on the screen. */
export const profileOf = (kebab: string, label: string): NounProfile => declared[kebab] ?? plainProfile(kebab, label);
