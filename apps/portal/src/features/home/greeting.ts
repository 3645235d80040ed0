import { shanghaiClock } from '@ronghui/domain/shanghai';

/** 早上好，王磊, by the hour in Shanghai. @unit atMs epoch ms */
export const greetingAt = (atMs: number, name: string): string => {
  const hour = shanghaiClock(new Date(atMs)).getUTCHours();
  const words = hour < 5 || hour >= 18 ? '晚上好' : hour < 12 ? '早上好' : hour < 14 ? '中午好' : '下午好';
  return name === '' ? words : `${words}，${name}`;
};
