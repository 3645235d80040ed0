const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long something has waited: 1 天 2 小时. @unit ms */
export const ageText = (ms: number): string => {
  const [days, hours, minutes] = [Math.floor(ms / dayMs), Math.floor((ms % dayMs) / hourMs), Math.floor(ms / minuteMs)];
  if (days > 0) return hours > 0 && days < 7 ? `${days}\u00a0天 ${hours}\u00a0小时` : `${days}\u00a0天`;
  if (hours > 0) return `${hours}\u00a0小时`;
  return minutes > 0 ? `${minutes}\u00a0分钟` : '不到\u00a01\u00a0分钟';
};
