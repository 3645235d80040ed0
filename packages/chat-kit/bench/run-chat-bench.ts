import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { measureJumps, measurePrepend, measureScroll, measureWhole, watchTasks } from './measures.ts';

/** The contestants, ours first. */
export const contestants = ['chat-kit', 'chatui', 'chatscope'] as const;

/** What one contestant reached. @unit milliseconds, unless the name says otherwise */
export interface ChatBenchRow {
  name: (typeof contestants)[number];
  endPaintedMs: number;
  appendWhileFillingMs: number;
  appendWhileFillingFrames: number;
  appendMs: number;
  appendFrames: number;
  longestTaskMs: number;
  allRowsMs: number;
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
  runs: number;
  rows: ChatBenchRow[];
  /** The goals of the kit, each with its figure. */
  goals: { goal: string; figure: string; isMet: boolean }[];
}

/** How the benchmark runs. */
export interface ChatBenchOptions {
  messages?: number;
  runs?: number;
  /** A Chromium; `CHROME_PATH` or the system's unless given. */
  browserPath?: string;
  /** Loopback port of the pages; any free one unless given. */
  port?: number;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Measures the message list against two others in one run: the same 10,000 mixed messages, the same page, a fresh page
 * for each round, medians.
 */
export async function runChatBench(options: ChatBenchOptions = {}): Promise<ChatBenchResult> {
  const { messages = 10_000, runs = 3 } = options;
  const folder = join(tmpdir(), `chat-bench-${process.pid}`);
  await buildPages(folder);
  const server = await serve(folder, options.port ?? 0);
  const browser = await chromium.launch({
    executablePath: options.browserPath ?? process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const rows: ChatBenchRow[] = [];
    for (const name of contestants) rows.push(await measure(browser, urlOf(server, name), { name, messages, runs }));
    return { messages, runs, rows, goals: goalsOf(rows, messages) };
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function buildPages(folder: string): Promise<void> {
  await build({
    root: join(here, 'pages'),
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    // one contestant's browser entry is a UMD file without a default export
    resolve: { mainFields: ['module', 'main'] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: contestants.map((name) => join(here, 'pages', `${name}.html`)) },
    },
  });
}

function serve(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const file = join(folder, normalize(new URL(request.url ?? '/', 'http://page').pathname));
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    void readFile(file).then((bytes) => {
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(bytes);
    });
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function urlOf(server: Server, name: string): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the pages are not served');
  return `http://127.0.0.1:${address.port}/${name}.html`;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const round = (value: number): number => Math.round(value * 10) / 10;

type Round = Omit<ChatBenchRow, 'name'>;

interface MeasureOptions {
  name: ChatBenchRow['name'];
  messages: number;
  runs: number;
}

async function measure(browser: Browser, url: string, { name, messages, runs }: MeasureOptions): Promise<ChatBenchRow> {
  const rounds: Round[] = [];
  for (let run = 0; run < runs; run += 1) {
    const page = await browser.newPage({ viewport: { width: 960, height: 800 } });
    try {
      await page.goto(url);
      rounds.push(await measureRound(page, messages));
    } finally {
      await page.close();
    }
  }
  const middle = (pick: (round: Round) => number): number => round(median(rounds.map(pick)));
  const worst = (pick: (round: Round) => number): number => round(Math.max(...rounds.map(pick)));
  return {
    name,
    endPaintedMs: middle((one) => one.endPaintedMs),
    appendWhileFillingMs: middle((one) => one.appendWhileFillingMs),
    appendWhileFillingFrames: middle((one) => one.appendWhileFillingFrames),
    appendMs: middle((one) => one.appendMs),
    appendFrames: middle((one) => one.appendFrames),
    longestTaskMs: worst((one) => one.longestTaskMs),
    allRowsMs: worst((one) => one.allRowsMs),
    rowsInDocument: Math.min(...rounds.map((one) => one.rowsInDocument)),
    findsOldest: rounds.every((one) => one.findsOldest),
    selectsAll: rounds.every((one) => one.selectsAll),
    scrollWorstFrameMs: worst((one) => one.scrollWorstFrameMs),
    scrollBlankFrames: worst((one) => one.scrollBlankFrames),
    jumpBlankFrames: worst((one) => one.jumpBlankFrames),
    prependShiftPx: worst((one) => one.prependShiftPx),
  };
}

async function measureRound(page: Page, messages: number): Promise<Round> {
  await watchTasks(page);
  const endPaintedMs = await page.evaluate((count) => window.contestant.mount(count), messages);
  const whole = await measureWhole(page, messages);
  const appends: { ms: number; frames: number }[] = [];
  for (let index = 0; index < 9; index += 1) appends.push(await page.evaluate(() => window.contestant.append()));
  const longestTaskMs = await page.evaluate(() => Math.max(0, ...window.longTasks));
  const scroll = await measureScroll(page);
  const jumpBlankFrames = await measureJumps(page);
  const prependShiftPx = await measurePrepend(page);
  return {
    endPaintedMs,
    appendWhileFillingMs: median(whole.appends.map((one) => one.ms)),
    appendWhileFillingFrames: median(whole.appends.map((one) => one.frames)),
    appendMs: median(appends.map((one) => one.ms)),
    appendFrames: median(appends.map((one) => one.frames)),
    longestTaskMs,
    allRowsMs: endPaintedMs + whole.ms,
    rowsInDocument: whole.rows,
    findsOldest: whole.findsOldest,
    selectsAll: whole.selectsAll,
    scrollWorstFrameMs: scroll.worstFrameMs,
    scrollBlankFrames: scroll.blankFrames,
    jumpBlankFrames,
    prependShiftPx,
  };
}

function goalsOf(rows: ChatBenchRow[], messages: number): ChatBenchResult['goals'] {
  const [ours, ...others] = rows;
  if (ours === undefined) return [];
  const fastest = Math.min(...others.map((row) => row.endPaintedMs));
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
    goal('no task over 50 ms', `${ours.longestTaskMs} ms`, ours.longestTaskMs <= 50),
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
      'all rows in the document within 3 s, found by search and select-all',
      `${ours.rowsInDocument} rows in ${ours.allRowsMs} ms`,
      ours.rowsInDocument >= messages && ours.allRowsMs <= 3000 && ours.findsOldest && ours.selectsAll,
    ),
    goal(
      '50 older messages put in above move the row in view by at most 1 px',
      `${ours.prependShiftPx} px`,
      ours.prependShiftPx <= 1,
    ),
  ];
}
