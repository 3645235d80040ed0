/** Who of customer service is there, and how receptions are given to them. @source service 5.3 */

/** What members of staff say of themselves: 在线 takes receptions, 忙碌 goes on with those that they have, 离线 is for who is not at the desk. */
export const dutyStatuses = ['online', 'busy', 'off'] as const;

/** One of these. */
export type DutyStatus = (typeof dutyStatuses)[number];

export const dutyStatusNames: Readonly<Record<DutyStatus, string>> = { online: '在线', busy: '忙碌', off: '离线' };

/** After how long without an open page of the console a member is away, and what they served goes back into the queue. @unit minutes */
export const awayMinutes = 2;

/** How receptions that wait find somebody: taken by hand, or given in turn to those who are 在线 and have room. */
export const assignments = ['hand', 'turn'] as const;

/** One of these. */
export type Assignment = (typeof assignments)[number];

export const assignmentNames: Readonly<Record<Assignment, string>> = {
  hand: '由客服自己接待',
  turn: '轮流分配给在线的客服',
};

/** How many receptions are given to one member at once, where nothing is set; one takes more by hand. */
export const usualMaxPerAgent = 5;
