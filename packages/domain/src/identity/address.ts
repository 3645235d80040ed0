/** A network address for the screen, without the part that names a household: `203.0.113.*`, `2001:db8:*`. @source security 4.12 */
export const maskAddress = (address: string): string => {
  if (/^\d+(?:\.\d+){3}$/.test(address)) return `${address.slice(0, address.lastIndexOf('.'))}.*`;
  const groups = address.split(':');
  return groups.length < 3 ? address : `${groups.slice(0, 2).join(':')}:*`;
};
