import type { NounProfile } from './noun-profile.ts';

/** What a noun is made of: a row with a name that is open until it is closed; `label` is what a row is called on the screen. */
export const profileOf = (kebab: string, label: string): NounProfile => {
  const thing = kebab.replaceAll('-', ' ');
  return {
    thing,
    things: `${thing}s`,
    label,
    unit: `条${label}`,
    rowNo: `${kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`,
    rowNoLabel: '编号',
    detail: 'detail',
    fields: [{ name: 'name', label: '名称', max: 80 }],
    statuses: [
      { word: 'open', label: '进行中', tone: 'info' },
      { word: 'closed', label: '已关闭', tone: 'neutral' },
    ],
    write: {
      verb: 'close',
      act: 'close',
      from: ['open'],
      to: 'closed',
      key: 'tenant.write',
      label: `关闭${label}`,
    },
    search: 'name',
    clause: 'R2.9',
    stateClause: 'R4.12',
  };
};
