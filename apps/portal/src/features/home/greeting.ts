const shanghaiMs = 8 * 3_600_000;

/** 早上好，王磊, by the hour in Shanghai. @unit atMs epoch ms */
export const greetingAt = (atMs: number, name: string): string => {
  const hour = new Date(atMs + shanghaiMs).getUTCHours();
  const words = hour < 5 || hour >= 18 ? '晚上好' : hour < 12 ? '早上好' : hour < 14 ? '中午好' : '下午好';
  return name === '' ? words : `${words}，${name}`;
};
