/** The part that a relationship leads to, in lower case; undefined for what names none. `list` is the name of the part with relationships. */
export const targetPart = (list: string, target: string): string | undefined => {
  const base = list.replace(/_rels\/[^/]*$/i, '');
  try {
    const { pathname, host } = new URL(target.replaceAll('\\', '/'), `http://package/${base}`);
    return host === 'package' ? decodeURIComponent(pathname).slice(1).toLowerCase() : undefined;
  } catch {
    return undefined;
  }
};

/** The relationships of a part by its name: `xl/workbook.xml` has `xl/_rels/workbook.xml.rels`. */
export const relationsOf = (part: string): string => {
  const name = part.lastIndexOf('/') + 1;
  return `${part.slice(0, name)}_rels/${part.slice(name)}.rels`.toLowerCase();
};
