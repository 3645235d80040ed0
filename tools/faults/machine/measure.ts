import { expect } from 'vitest';
import { alerts } from '../../monitoring/files.ts';
import { compareRaised } from '../../monitoring/live/raised.ts';
import { recordingOf, scale } from '../../monitoring/live/recording.ts';
import type { Fault, Measured } from './fault.ts';
import { type Answer, type Probe, probes } from './probe.ts';
import type { Site } from './site.ts';

/** How long a recording is quiet before the fault. @unit seconds */
const quietSec = 4;
/** What a caller may get of a machine that has too much to do, whatever the fault. */
const ofLoad = ['503', '503 OPSB0001', '503 OPSB0002'];
/** Of the last answers the one that is given most often. */
const usualOf = (answers: readonly Answer[]): Answer => {
  const last = answers.slice(-5);
  const times = (answer: Answer) => last.filter((one) => one === answer).length;
  return last.toSorted((a, b) => times(b) - times(a))[0] ?? 'none';
};
const isUp = /^ronghui_database_up 1$[^]*^ronghui_scheduled_jobs_failing 0$/m;
/** Without an alert it is looked so long whether one is raised. @unit seconds */
const unwatchedSec = 6;

/** How long a fault is held until its alert must be raised. @unit seconds */
const holdsSec = ({ alert, heldSec, scale: by = scale }: Fault): number => {
  if (heldSec !== undefined) return heldSec;
  const rule = alerts.find(({ name }) => name === alert);
  if (rule === undefined) return unwatchedSec;
  return Math.ceil((rule.forSec + (rule.windowSec ?? 0)) / by) + 4;
};

/** Orders that were acknowledged since a moment and are not there once, each with its event of the trail. */
const lostOf = async ({ rows, callers }: Site, from: number): Promise<string[]> => {
  const orders = callers.orders.slice(from);
  const found = await rows(
    `select o.order_no from "order" o where o.order_no = any($1)
       and 1 = (select count(*) from audit_event a where a.object = o.order_no and a.operation = 'portal.purchase' and a.result = 'ok')`,
    [orders],
  );
  const there = found.map((row) => String(row['order_no']));
  return orders.filter((order) => there.filter((one) => one === order).length !== 1);
};

const countOf = (text: string, counter: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${counter} `))
      ?.slice(counter.length + 1) ?? 0,
  );

/** What /metrics shows of a fault, whatever it counted before. */
const signOf = async ({ shown, counts }: Fault, url: string): Promise<((text: string) => boolean) | null> => {
  if (counts === undefined) return shown === undefined ? null : (text) => shown.test(text);
  const before = countOf(await (await fetch(new URL('/metrics', url))).text(), counts);
  return (text) => countOf(text, counts) > before;
};

/** Injects a fault under calls, records what the server shows, and ends it; fails where callers get something else, or promtool finds another alert. */
export const measure = async (fault: Fault, site: Site, others: readonly Fault[]): Promise<Measured> => {
  const { alert, begin, end, answers, scale: by } = fault;
  const { callers, url } = site;
  const isCalm = (text: string) => isUp.test(text) && !others.some((other) => other.shown?.test(text));
  await callers.untilServed();
  // A round that the fault before made fail waits for its next moment.
  await site.rows('update scheduled_job set failed_at = null where failed_at is not null');
  await recordingOf(url).until(isCalm);
  await callers.settled();
  const recording = recordingOf(url);
  await recording.record(quietSec, callers.ask);
  const quietAt = recording.length;
  const [fromSeen, fromOrder, beganMs] = [callers.seen.length, callers.orders.length, performance.now()];
  const isShown = await signOf(fault, url);
  let shownMs = Number.POSITIVE_INFINITY;
  await begin(site);
  let endedMs = beganMs;
  let raised = '';
  const isAnswer = ([probe, answer]: readonly [Probe, Answer]) =>
    callers.seen.slice(fromSeen).some((one) => one.probe === probe && one.answer === answer);
  try {
    if (isShown !== null) {
      await recording.until(isShown, callers.ask);
      shownMs = performance.now();
    }
    // Entries of an object with such keys.
    const expected = Object.entries(answers) as [Probe, Answer][];
    // What is over by itself is over before everybody has met it.
    const isMet = () =>
      end === undefined ? expected.length === 0 || expected.some(isAnswer) : expected.every(isAnswer);
    for (let sec = 0; sec < 60 && !isMet(); sec += 1) await recording.record(1, callers.ask);
    await recording.record(holdsSec(fault), callers.ask);
    // What a machine with too much to do does not get to is no sign of a fault.
    const besides = ['RonghuiSlow', 'RonghuiShedding', ...(Object.keys(answers).length === 0 ? ['RonghuiErrors'] : [])];
    const names = alert === null ? [] : [alert];
    const moments = [
      { at: quietAt, names: [] },
      { at: recording.length, names },
    ];
    raised = compareRaised(recording, moments, { ...(by === undefined ? {} : { by }), besides });
  } finally {
    endedMs = performance.now();
    await end?.(site);
  }
  const under = callers.seen.slice(fromSeen);
  await callers.untilServed();
  const servedMs = performance.now() - endedMs;
  await callers.settled();
  const strange = under.filter(({ probe, answer }) => !['200', answers[probe], ...ofLoad].includes(answer));
  expect(strange, `${fault.name}: other answers than those of the list`).toEqual([]);
  const answersOf = (probe: Probe) => under.filter((one) => one.probe === probe).map(({ answer }) => answer);
  for (const probe of end === undefined ? [] : probes) {
    const answer = answers[probe];
    const found = answersOf(probe);
    if (answer === undefined) expect(found, `${fault.name}: ${probe}`).toContain('200');
    else expect(usualOf(found), `${fault.name}: ${probe}`).toBe(answer);
  }
  expect(raised, fault.name).toBe('SUCCESS');
  const signs = under.filter(({ probe, answer }) => answer === answers[probe]).map(({ endedMs: at }) => at);
  const seenAtMs = Math.min(shownMs, ...signs);
  return {
    longestMs: Math.max(0, ...under.map((one) => one.endedMs - one.beganMs)),
    seenMs: Number.isFinite(seenAtMs) ? seenAtMs - beganMs : null,
    servedMs: end === undefined ? Math.max(0, ...signs.map((at) => at - beganMs)) : servedMs,
    lost: await lostOf(site, fromOrder),
  };
};
