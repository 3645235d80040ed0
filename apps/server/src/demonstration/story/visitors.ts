import type { BehaviorStep } from '@ronghui/domain/behavior';
import { behaviorEvents } from '@ronghui/domain/behavior';
import { listCurrentAgreements } from '#features/agreement/agreement.reads';
import { forgetCounted } from '#features/behavior/behavior.steps';
import { Visitor } from '../visitor.ts';
import type { DaysAgo, Event, Stage } from './event.ts';

type Page = readonly [BehaviorStep, path: string];

/** How visits went, from one that only looked round to one that nearly ordered. */
const ways: readonly (readonly Page[])[] = [
  [['home', '/portal/home']],
  [
    ['home', '/portal/home'],
    ['product', '/portal/productsDetail/flex-benefits'],
  ],
  [
    ['home', '/portal/home'],
    ['visit', '/portal/docs'],
  ],
  [
    ['home', '/portal/home'],
    ['product', '/portal/productsDetail/biz-loan-advisory'],
    ['config', '/portal/skuConfig/biz-loan-advisory/purchase'],
  ],
  [['visit', '/portal/about']],
  [
    ['home', '/portal/home'],
    ['product', '/portal/productsDetail/factoring'],
    ['config', '/portal/skuConfig/factoring/purchase'],
    ['order', '/portal/skuConfig/factoring/purchase'],
  ],
  [
    ['home', '/portal/home'],
    ['product', '/portal/productsDetail/points-mall'],
  ],
];

/** For how many days the portal has had visitors. */
const visitedDays = 28;
const secondMs = 1000;

/** Some three to seven visitors a day, each in a session of their own; yesterday's are the last. */
const visitsOf = ({ past }: Stage, ago: DaysAgo): readonly Event[] =>
  Array.from({ length: visitedDays }, (_, at) => at + 1).map((days) => {
    const visitors = 3 + ((days * 7) % 5);
    const happens = async (): Promise<void> => {
      const beganMs = past.ports.clock.now().getTime();
      for (let each = 0; each < visitors; each += 1) {
        const visitor = new Visitor(past, `198.51.100.${10 + each}`);
        const way = ways[(days + each * 3) % ways.length] ?? [];
        const records = way.map(([step, path], page) => ({
          beaconEventId: behaviorEvents[step],
          beaconPageId: path,
          beaconOccurTime: beganMs - (way.length - page) * 40 * secondMs,
        }));
        await visitor.call('behavior.report', { records });
      }
    };
    return { at: ago(days, '15:30'), happens };
  });

/** Agreements of a scene in their current version; of a product those that it names. */
const acceptedOf = async ({ past }: Stage, scene: 'contact' | 'trial', names?: readonly string[]) =>
  (await listCurrentAgreements(past.tx))
    .filter((each) => each.scene === scene && (names === undefined || names.includes(each.id)))
    .map(({ id, version }) => ({ id, version }));

/** Questions and trials that wait for somebody of the provider to take them. */
const leadsOf = (stage: Stage, ago: DaysAgo): readonly Event[] => {
  const visitor = (last: number) => new Visitor(stage.past, `198.51.100.${last}`);
  return [
    {
      at: ago(6, '10:42'),
      happens: async () =>
        visitor(61).call('portal.contact', {
          topic: 'cooperate',
          name: '林晓',
          company: '苏州望亭物流有限公司',
          mobile: '13900139061',
          content: '我们有四十家加盟网点，想为司机办理员工福利，能否先了解报价和开票方式？',
          agreements: await acceptedOf(stage, 'contact'),
        }),
    },
    {
      at: ago(3, '14:05'),
      happens: async () =>
        visitor(62).call('customerContact.trial', {
          pid: 'flex-benefits',
          name: '周敏',
          company: '宁波海曙区禾木食品厂',
          mobile: '13900139062',
          remark: '一百二十名员工，想试用中秋福利的选品流程。',
          agreements: await acceptedOf(stage, 'trial', ['trial']),
        }),
    },
    {
      at: ago(1, '09:20'),
      happens: async () =>
        visitor(63).call('portal.contact', {
          topic: 'consult',
          name: '何志远',
          mobile: '13900139063',
          content: '小微经营贷咨询的服务费按什么计收？提前结清还收吗？',
          agreements: await acceptedOf(stage, 'contact'),
        }),
    },
  ];
};

/** Who came without an account: visits of the last weeks, and leads (R11.4, R11.8). */
export const visitorEvents = (stage: Stage, ago: DaysAgo): readonly Event[] => [
  ...visitsOf(stage, ago),
  // Where the server has run before, what came in before is counted already.
  { at: ago(1, '15:31'), happens: () => forgetCounted(stage.past.tx) },
  ...leadsOf(stage, ago),
];
