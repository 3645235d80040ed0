import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountBrowser, type AccountFixture, openAccountFixture, strongPassword } from './account.fixture.ts';

/** The model of an account: its password, its wrong tries in a row and its locks, in minutes since the run began. */
interface Model {
  password: string;
  wrong: number[];
  lockEnds: number;
  locks: number[];
  minutes: number;
  changes: number;
}

interface Real {
  readonly fixture: AccountFixture;
  readonly mobile: string;
}

type Step = fc.AsyncCommand<Model, Real>;

const untilOps = (model: Model) => model.locks.length >= 3;
const isLocked = (model: Model) => model.minutes < model.lockEnds;
const wordFor = (model: Model, otherwise: string) => {
  if (untilOps(model)) return 'OPS100021';
  return isLocked(model) ? 'OPS10003' : otherwise;
};
/** R4.5, written a second time and simply: five wrong tries in fifteen minutes lock for ten; the third lock in a day stays until ops lift it. */
const countWrong = (model: Model) => {
  model.wrong = [...model.wrong.filter((at) => at > model.minutes - 15), model.minutes];
  if (model.wrong.length < 5) return;
  model.wrong = [];
  model.lockEnds = model.minutes + 10;
  model.locks = [...model.locks.filter((at) => at > model.minutes - 24 * 60), model.minutes];
};
const codeOf = (reply: Awaited<ReturnType<AccountBrowser['call']>>) => reply.body.errCode ?? 'ok';

class WrongLogin implements Step {
  check = () => true;
  async run(model: Model, { fixture, mobile }: Real) {
    const expected = wordFor(model, 'OPS10001');
    expect(codeOf(await (await fixture.browser()).login(mobile, 'wrong'))).toBe(expected);
    if (expected === 'OPS10001') countWrong(model);
  }
  toString = () => 'wrong login';
}

class RightLogin implements Step {
  check = () => true;
  async run(model: Model, { fixture, mobile }: Real) {
    const expected = wordFor(model, 'ok');
    const browser = await fixture.browser();
    expect(codeOf(await browser.login(mobile, model.password))).toBe(expected);
    expect((await browser.call('tenant.get')).status === 200).toBe(expected === 'ok');
    if (expected === 'ok') model.wrong = [];
  }
  toString = () => 'right login';
}

class ChangePassword implements Step {
  readonly #isRight: boolean;
  constructor(isRight: boolean) {
    this.#isRight = isRight;
  }
  check = () => true;
  async run(model: Model, { fixture, mobile }: Real) {
    const newPwd = `Machine-Made-${model.changes}x`;
    const expected = wordFor(model, this.#isRight ? 'ok' : 'OPS01001').replace('OPS100021', 'OPS01003');
    const oldPwd = this.#isRight ? model.password : 'wrong';
    const reply = await (await fixture.browser()).call('portal.changePwd', { mobile, oldPwd, newPwd });
    expect(codeOf(reply)).toBe(expected);
    if (expected === 'OPS01001') countWrong(model);
    if (expected !== 'ok') return;
    Object.assign(model, { password: newPwd, wrong: [], changes: model.changes + 1 });
  }
  toString = () => `change the password, ${this.#isRight ? 'right' : 'wrong'} old one`;
}

class FindPassword implements Step {
  check = () => true;
  async run(model: Model, { fixture, mobile }: Real) {
    const newPwd = `Machine-Found-${model.changes}x`;
    const browser = await fixture.browser();
    const smsCode = await browser.codeFor(mobile, 'findPwd');
    const expected = untilOps(model) ? 'OPS01003' : 'ok';
    expect(codeOf(await browser.call('portal.findPwd', { mobile, newPwd, smsCode }))).toBe(expected);
    if (expected !== 'ok') return;
    Object.assign(model, { password: newPwd, wrong: [], lockEnds: model.minutes, changes: model.changes + 1 });
  }
  toString = () => 'find the password';
}

class PassMinutes implements Step {
  readonly #minutes: number;
  constructor(minutes: number) {
    this.#minutes = minutes;
  }
  check = () => true;
  async run(model: Model, { fixture }: Real) {
    // A second more than the minutes, so that no bound is hit exactly.
    await fixture.app.clock.advance({ minutes: this.#minutes, seconds: 1 });
    model.minutes += this.#minutes + 1 / 60;
  }
  toString = () => `${this.#minutes} minutes pass`;
}

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture({
    limits: { smsPerMobilePerMinute: 1e6, smsPerMobilePerHour: 1e6, smsPerMobilePerDay: 1e6 },
  });
});
afterAll(() => fixture.close());

describe('R4.5 the account as a machine', () => {
  it('R4.5 locks follow the rule in any order of logins, changes, resets and waits', async () => {
    let runs = 0;
    const steps = fc.commands(
      [
        fc.constant(new WrongLogin()),
        fc.constant(new WrongLogin()),
        fc.constant(new WrongLogin()),
        fc.constant(new RightLogin()),
        fc.boolean().map((isRight) => new ChangePassword(isRight)),
        fc.constant(new FindPassword()),
        fc.constantFrom(1, 4, 9, 11, 16, 700).map((minutes) => new PassMinutes(minutes)),
      ],
      { maxCommands: 40, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        runs += 1;
        const mobile = `130${String(runs).padStart(8, '0')}`;
        await fixture.register(mobile);
        const model: Model = { password: strongPassword, wrong: [], lockEnds: 0, locks: [], minutes: 0, changes: 0 };
        await fc.asyncModelRun(() => ({ model, real: { fixture, mobile } }), sequence);
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});
