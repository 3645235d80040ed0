import { ZipFault } from './zip-parts.ts';

/** Why a workbook is refused. */
export type WorkbookFault =
  | 'broken'
  | 'macros'
  | 'objects'
  | 'links'
  | 'connections'
  | 'foreign'
  | 'markup'
  | 'tooLarge';

/** A workbook that is refused, and why. */
export class WorkbookRefusal extends ZipFault {
  readonly fault: WorkbookFault;

  constructor(fault: WorkbookFault, part: string) {
    super(`${fault}: ${part}`);
    this.fault = fault;
  }
}

/** How the bytes of a part are looked at: a list and connections are read whole. */
export type PartForm = 'list' | 'connections' | 'xml' | 'picture' | 'binary';

const openXml = 'application/vnd.openxmlformats-officedocument.';

/** The parts of SpreadsheetML that hold rows, their looks, and what is drawn of them (ECMA-376, part 1, 12.3). */
const spreadsheetParts = new Set(
  'sheet.main worksheet chartsheet styles sharedStrings comments table tableSingleCells calcChain pivotTable pivotCacheDefinition pivotCacheRecords sheetMetadata queryTable userNames revisionHeaders revisionLog volatileDependencies'
    .toLowerCase()
    .split(' ')
    .map((name) => `${openXml}spreadsheetml.${name}+xml`),
);

/** Every content type of a part that is taken; in lower case, as they are compared. @source security 4.8 */
const taken: readonly (readonly [pattern: RegExp, form: PartForm])[] = [
  [/^application\/vnd\.openxmlformats-package\.relationships\+xml$/, 'list'],
  [/^application\/vnd\.openxmlformats-package\.core-properties\+xml$/, 'xml'],
  [
    /^application\/vnd\.openxmlformats-officedocument\.(?:theme|themeoverride|drawing|extended-properties|custom-properties|customxmlproperties)\+xml$/,
    'xml',
  ],
  [/^application\/vnd\.openxmlformats-officedocument\.drawingml\.(?:chart|chartshapes|diagram\w+)\+xml$/, 'xml'],
  [/^application\/vnd\.openxmlformats-officedocument\.vmldrawing$/, 'xml'],
  [
    /^application\/vnd\.ms-office\.(?:drawingml\.diagramdrawing|chartstyle|chartcolorstyle|chartex|classificationlabels)\+xml$/,
    'xml',
  ],
  [
    /^application\/vnd\.ms-excel\.(?:slicer|slicercache|timeline|timelinecache|threadedcomments|person|controlproperties|namedsheetviews|featurepropertybag|calcfeatures|rd\w+|richvalue\w*)\+xml$/,
    'xml',
  ],
  [/^application\/vnd\.wps-officedocument\.\w+\+xml$/, 'xml'],
  [/^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.connections\+xml$/, 'connections'],
  [/^(?:application|text)\/xml$/, 'xml'],
  [/^image\/[\w.+-]+$/, 'picture'],
  [/^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.(?:printersettings|customproperty)$/, 'binary'],
];

/** How a part of a content type is looked at; undefined where none is taken. */
export const formOfType = (contentType: string): PartForm | undefined => {
  const type = contentType.trim().toLowerCase();
  return spreadsheetParts.has(type) ? 'xml' : taken.find(([pattern]) => pattern.test(type))?.[1];
};

/** Why no part of a content type is taken. */
export const faultOfType = (contentType: string): WorkbookFault => {
  const type = contentType.toLowerCase();
  if (/macro|vba|dialogsheet/.test(type)) return 'macros';
  if (/oleobject|activex|\.package|ms-package/.test(type)) return 'objects';
  if (/externallink/.test(type)) return 'links';
  return /model\+data/.test(type) ? 'connections' : 'foreign';
};

/** The relationships whose targets are programs, or bring contents from elsewhere; by the last step of their type, in lower case. */
const refusedRelations: readonly (readonly [pattern: RegExp, fault: WorkbookFault])[] = [
  [/vbaproject|macrosheet|dialogsheet|attachedtoolbars|extensibility|vbadata/, 'macros'],
  [/^(?:oleobject|package|control|activexcontrolbinary|embeddedobject)$/, 'objects'],
  [
    /^(?:externallink|externallinkpath|xlpathmissing|xlexternallinkpath\w*|xlstartup|xlalternatestartup|xllibrary|subdocument|frame|attachedtemplate)$/,
    'links',
  ],
  [/^powerpivotdata$/, 'connections'],
];

const hyperlink =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships\/hyperlink$/;
/** Where a link in a cell may lead: it is a text that is shown, and nothing follows it. */
const webOrMail = /^(?:https?:\/\/|mailto:)/i;

interface Relation {
  readonly type: string;
  readonly target: string;
  readonly mode: string;
}

/** Why a relationship is refused; undefined where it is taken. @source security 4.8 */
export const faultOfRelation = ({ type, target, mode }: Relation): WorkbookFault | undefined => {
  const last = type.slice(type.lastIndexOf('/') + 1).toLowerCase();
  const refused = refusedRelations.find(([pattern]) => pattern.test(last))?.[1];
  if (refused !== undefined) return refused;
  if (mode === 'Internal') return undefined;
  return hyperlink.test(type) && webOrMail.test(target) ? undefined : 'links';
};

/** The roots of parts that no list names: those that a sheet needs. */
const plainRoots = new Set(
  'Types Relationships workbook worksheet styleSheet sst theme Properties coreProperties'.split(' '),
);

/** Why XML with a root is refused, whatever the list says of it; `isNamed` says whether a list names it. */
export const faultOfRoot = (root: string | undefined, isNamed: boolean): WorkbookFault | undefined => {
  if (root === undefined) return 'markup';
  const name = root.toLowerCase();
  if (/^(?:macrosheet|dialogsheet|vbasuppdata)$/.test(name)) return 'macros';
  if (name === 'externallink') return 'links';
  if (name === 'ocx') return 'objects';
  return isNamed || plainRoots.has(root) ? undefined : 'foreign';
};

const pictures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x42, 0x4d],
  [0x49, 0x49, 0x2a, 0],
  [0x4d, 0x4d, 0, 0x2a],
  [1, 0, 0, 0],
  [0xd7, 0xcd, 0xc6, 0x9a],
  [1, 0, 9, 0],
  [0x52, 0x49, 0x46, 0x46],
  [0x1f, 0x8b],
];

/** Whether bytes begin as a picture does: PNG, JPEG, GIF, BMP, TIFF, EMF, WMF, WebP, or a metafile that is packed. */
export const isPicture = (head: Buffer): boolean =>
  head.length === 0 || pictures.some((start) => start.every((byte, at) => head[at] === byte));

const programs: readonly (readonly number[])[] = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x50, 0x4b, 3, 4],
  [0x4d, 0x5a],
  [0x25, 0x50, 0x44, 0x46],
  [0x7f, 0x45, 0x4c, 0x46],
];

/** Whether bytes begin as a document in a document or a program does. */
export const isObject = (head: Buffer): boolean =>
  programs.some((start) => start.every((byte, at) => head[at] === byte));
