/** What a customer may send beside words. @source service 2.6 */
export const chatFileBounds = {
  /** Pictures and files of a customer in one reception. */
  perReception: 10,
  /** The same of a merchant's user in a day, over all receptions. */
  perUserDay: 50,
  /** Pictures of a visitor in a day. */
  perVisitorDay: 5,
  /** What the files of a customer may take in their conversation, as long as they are kept. */
  conversationMegabytes: 500,
  /** The size of a visitor's picture. */
  visitorMegabytes: 5,
} as const;

/** A file that its sender has not put into a message goes after so long. @unit hours */
export const unsentFileHours = 24;

/** The type of the message that shows a file, by its media type. */
export const messageTypeOf = (mime: string): 'image' | 'file' => (mime.startsWith('image/') ? 'image' : 'file');
