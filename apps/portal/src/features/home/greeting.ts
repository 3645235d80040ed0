const shanghaiMs = 8 * 3_600_000;

/** 早上好，王磊, by the hour in Shanghai. */
export const greetingAt = (at: Date, name: string): string => {
  const hour = new Date(at.getTime() + shanghaiMs).getUTCHours();
  const words = hour < 5 || hour >= 18 ? '晚上好' : hour < 12 ? '早上好' : hour < 14 ? '中午好' : '下午好';
  return name === '' ? words : `${words}，${name}`;
};
