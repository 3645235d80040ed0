import type { FilterField } from '@ronghui/ui';
import { useState } from 'react';
import { type NamedEvent, useEventNames } from './audit-queries.ts';
import { areaNames } from './audit-words.ts';

/** How many events are offered before a part of a title narrows it. */
const eventsAtOnce = 50;

const areas = Object.keys(areaNames);

/** 订单：审核通过订单; a title stands in several areas. */
const optionOf = ({ event, title, area }: NamedEvent) => ({
  value: event,
  label: area === undefined ? title : `${areaNames[area]}：${title}`,
});

/** By area, then by title. */
const inOrder = (a: NamedEvent, b: NamedEvent): number =>
  areas.indexOf(a.area ?? '') - areas.indexOf(b.area ?? '') || a.title.localeCompare(b.title, 'zh-CN');

/** The filter by event: those that the trail has, of the chosen area; the one of the address always stands in it. */
export const useEventFilter = ({ area, event }: { readonly area: string; readonly event: string }): FilterField => {
  const [text, setText] = useState('');
  const all = useEventNames();
  const ofArea = area === '' ? all : all.filter((each) => each.area === area);
  const found = ofArea.filter(({ title }) => title.includes(text.trim()));
  const chosen = event === '' || found.some((each) => each.event === event) ? undefined : event;
  const known = all.find((each) => each.event === chosen);
  const missing =
    chosen === undefined ? [] : [known === undefined ? { value: chosen, label: chosen } : optionOf(known)];
  return {
    kind: 'select',
    name: 'event',
    label: '事件',
    options: [...missing, ...[...found].sort(inOrder).map(optionOf)],
    search: ofArea.length > eventsAtOnce || text !== '' ? { text, onTextChange: setText } : undefined,
  };
};
