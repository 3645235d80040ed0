import { readFileSync } from 'node:fs';
import { type BrowserContext, devices, type Page } from '@playwright/test';

/** Counts what a person presses with the mouse in some windows, step by step. */
export class Clicks {
  #pressed = 0;
  readonly counted = new Map<string, number>();

  /** Watches the pages of a context. */
  async watch(context: BrowserContext): Promise<void> {
    await context.exposeFunction('countPress', () => {
      this.#pressed += 1;
    });
    await context.addInitScript(() => {
      addEventListener('pointerdown', () => void Reflect.apply(Reflect.get(window, 'countPress'), window, []), true);
    });
  }

  /** Runs a step of the way and keeps how many presses it took. */
  async step(name: string, work: () => Promise<void>): Promise<void> {
    const before = this.#pressed;
    await work();
    this.counted.set(name, this.#pressed - before);
  }
}

/** A page of its own context, as another person at another computer has it, also where the first one has a phone. */
export const windowOf = async (page: Page): Promise<Page> => {
  const browser = page.context().browser();
  if (browser === null) throw new Error('a browser');
  const viewport = { width: 1280, height: 900 };
  const context = await browser.newContext({ ...devices['Desktop Chrome'], viewport, locale: 'zh-CN' });
  context.setDefaultTimeout(20_000);
  const other = await context.newPage();
  await other.emulateMedia({ reducedMotion: 'reduce' });
  return other;
};

const operations = new URL('../docs/operations.md', import.meta.url);

/** The table of clicks in `docs/operations.md`, by step. */
export const documentedClicks = (): ReadonlyMap<string, number> =>
  new Map(
    [...readFileSync(operations, 'utf8').matchAll(/^\| (\d+)\. ([^|]+?) \|[^|]*\| (\d+) \|$/gm)].map(
      ([, , name = '', clicks = '']) => [name, Number(clicks)],
    ),
  );
