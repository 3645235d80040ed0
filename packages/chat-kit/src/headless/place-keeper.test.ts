import { expect, test, vi } from 'vitest';
import { createPlaceKeeper } from './place-keeper.ts';

/** A list of sections of 1000 px under a view of 100 px, that writes down what is measured and what is marked. */
function setUp() {
  const steps: string[] = [];
  const scroller = document.createElement('div');
  const content = document.createElement('div');
  scroller.append(content);
  for (let index = 0; index < 20; index += 1) {
    const section = document.createElement('div');
    section.getBoundingClientRect = () => {
      steps.push('measure');
      return new DOMRect(0, index * 1000 - scroller.scrollTop, 100, 1000);
    };
    const mark = section.setAttribute.bind(section);
    section.setAttribute = (name, value) => {
      steps.push('mark');
      mark(name, value);
    };
    content.append(section);
  }
  let top = 0;
  Object.defineProperties(scroller, {
    scrollHeight: { get: () => 20_000 },
    clientHeight: { get: () => 100 },
    scrollTop: {
      get: () => {
        steps.push('measure');
        return top;
      },
      set: (to: number) => {
        top = to;
      },
    },
  });
  const keeper = createPlaceKeeper({ scroller, content, onPlace: vi.fn() });
  return { steps, scroller, stop: keeper.start() };
}

test('R12.1 a scroll event measures nothing after it has marked the sections to lay out', () => {
  const { steps, scroller, stop } = setUp();
  for (const top of [15_000, 9000, 4200, 0]) {
    scroller.scrollTop = top;
    steps.length = 0;
    scroller.dispatchEvent(new Event('scroll'));
    expect(steps).toContain('mark');
    expect(steps.slice(steps.indexOf('mark'))).not.toContain('measure');
  }
  stop();
});
