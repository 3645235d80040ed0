import { insertLogin } from '#features/account/account.steps';
import { demoColleagues } from '#features/register/demo-accounts';
import type { Member } from '../member.ts';
import type { DaysAgo, Event, Stage } from './event.ts';

const [finance, viewer] = demoColleagues;
/** Somebody who has not answered yet. */
const waitingMobile = '13800000013';

const device = 'Chrome · Windows';
const phone = 'Safari · iPhone';
const office = '203.0.113.24';
const elsewhere = '198.51.100.7';

/** Logins of the owner, as their history shows them. */
const logins = [
  [170, '09:02', device, office, 'success'],
  [96, '21:14', phone, elsewhere, 'success'],
  [41, '08:55', device, office, 'success'],
  [20, '09:01', device, office, 'success'],
  [9, '22:40', phone, elsewhere, 'failed'],
  [9, '22:41', phone, elsewhere, 'success'],
  [4, '15:58', device, office, 'success'],
  [1, '09:30', device, office, 'success'],
] as const;

/** The members join by invitation, one invitation waits, and notices are read as time goes by (R10.9, R10.11). */
export const memberEvents = (stage: Stage, ago: DaysAgo): readonly Event[] => {
  const { cast, past } = stage;
  const invite = async (mobile: string, role: 'finance' | 'viewer'): Promise<string> => {
    const stepTicket = await cast.owner.proof();
    return (await cast.owner.call('member.invite', { mobile, role, stepTicket })).invitationId;
  };
  const join = (member: Member, { mobile, role }: (typeof demoColleagues)[number], days: number): readonly Event[] => {
    let invitationId = '';
    return [
      {
        at: ago(days, '14:10'),
        happens: async () => {
          invitationId = await invite(mobile, role);
        },
      },
      { at: ago(days - 1, '09:05'), happens: () => member.call('member.accept', { invitationId }) },
    ];
  };
  const logIn = async ([, , device, address, result]: (typeof logins)[number]): Promise<void> => {
    const { ports, tx } = past;
    const entry = { loginId: ports.ids.id(), mobileDigest: stage.ownerDigest, userId: cast.owner.userId };
    await insertLogin(tx, { ...entry, method: 'password', result, address, device, knowsDevice: result === 'success' });
  };
  const readers = [cast.owner, cast.finance, cast.viewer];
  return [
    ...join(cast.finance, finance, 387),
    ...join(cast.viewer, viewer, 300),
    { at: ago(1, '18:05'), happens: () => invite(waitingMobile, 'viewer') },
    ...logins.map((login) => ({ at: ago(login[0], login[1]), happens: () => logIn(login) })),
    ...readers.map((reader) => ({ at: ago(3, '08:50'), happens: () => reader.call('notice.read', {}) })),
  ];
};
