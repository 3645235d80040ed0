import { describe, expect, it } from 'vitest';
import { type Maintenance, maintenanceLine, momentOf, readOnlyTime, typedMoment } from './maintenance.ts';

const at = (iso: string): Date => new Date(iso);
const nothing: Maintenance = { notice: null, readOnlyUntil: null, smsStopped: false };
const notice = { text: '今晚升级', from: at('2026-11-29T18:00:00Z'), until: at('2026-11-29T20:30:00Z') };

describe('running 6.5 maintenance', () => {
  it('running 6.5 the notice stands until it is over, in the time of Shanghai; read-only goes before it', () => {
    const now = at('2026-11-29T10:00:00Z');
    expect(maintenanceLine(nothing, now)).toBeNull();
    expect(maintenanceLine({ ...nothing, notice }, now)).toBe('维护通知：今晚升级（11月30日 02:00 至 11月30日 04:30）');
    expect(maintenanceLine({ ...nothing, notice }, notice.until)).toBeNull();
    const readOnly = { ...nothing, notice, readOnlyUntil: at('2026-11-29T20:00:00Z') };
    expect(maintenanceLine(readOnly, now)).toBe('系统维护中，11月30日 04:00 前只能查看，暂时不能提交。');
    expect(readOnlyTime(readOnly, at('2026-11-29T19:59:00Z'))).toMatchObject({ waitSec: 60 });
    expect(readOnlyTime(readOnly, at('2026-11-29T20:00:00Z'))).toBeNull();
  });

  it.each(['2026-11-30 02:00', '2027-01-01 23:59'])('running 6.5 %s is read as it is written', (typed) => {
    const moment = momentOf(` ${typed} `);
    expect(moment === null ? null : typedMoment(moment)).toBe(typed);
  });

  it.each(['', '2026-02-30 02:00', '2026-11-30', '2026-11-30 24:30', '2026-11-30T02:00', '11-30 02:00'])(
    'running 6.5 %s is no moment',
    (typed) => {
      expect(momentOf(typed)).toBeNull();
    },
  );
});
