import { type Chance, chanceOf, seedOf } from '../carrier/chance.ts';

/** How often the issuer lies, each from 0 to 1. */
export interface IssuerFaults {
  /** Ends a call before it has done anything. */
  readonly cut: number;
  /** Does what it was asked, and its answer is lost. */
  readonly lose: number;
  /** Takes its time, up to `slowMs`. */
  readonly slow: number;
  /** @unit ms */
  readonly slowMs: number;
  /** Waits for a person's face. */
  readonly face: number;
  /** A reversal waits for the buyer's word, up to `slowMs`. */
  readonly buyerWaits: number;
  /** The buyer refuses the reversal. */
  readonly buyerRefuses: number;
}

const noFaults: IssuerFaults = { cut: 0, lose: 0, slow: 0, slowMs: 0, face: 0, buyerWaits: 0, buyerRefuses: 0 };

/** Options of a lying issuer. */
export interface IssuerOptions {
  readonly seed?: number;
  readonly faults?: Partial<IssuerFaults>;
  /** What it may issue. @unit fen */
  readonly quota?: number;
  /** The clock that a test moves. */
  readonly now: () => Date;
}

/** An invoice in the issuer's books. */
export interface BookedInvoice {
  readonly number: string;
  readonly amount: number;
  readonly issuedAt: Date;
  readonly xml: Buffer;
  readonly pdf: Buffer;
}

interface Wanted {
  readonly reference: string;
  readonly amount: number;
}

interface WantedReversal {
  readonly reference: string;
  readonly number: string;
  readonly reason: string;
}

interface Entry {
  readonly wanted: Wanted;
  readonly readyAt: number;
  readonly needsFace: boolean;
  readonly refusal: string | null;
}

interface RedEntry {
  readonly number: string;
  readonly readyAt: number;
  readonly isRefused: boolean;
}

/** What the issuer remembers. */
class Books {
  /** Every invoice that it issued, also a second one of a reference: a test asks for one of each. */
  readonly issued: { readonly reference: string; readonly invoice: BookedInvoice }[] = [];
  /** Every reversal that it made, by the number of the invoice. */
  readonly reversed: { readonly number: string; readonly redNumber: string }[] = [];
  readonly entries = new Map<string, Entry>();
  readonly reds = new Map<string, RedEntry>();
  readonly #asked = new Map<string, number>();
  readonly #seed: number;
  left: number;
  isFaceScanned = false;

  constructor(seed: number, quota: number) {
    this.#seed = seed;
    this.left = quota;
  }

  /** The chances of the next call about a reference: the same for the same seed, whatever comes in between. */
  chancesOf(call: string, reference: string): Chance {
    const name = `${call} ${reference}`;
    const time = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.set(name, time);
    return chanceOf(seedOf(this.#seed, `${name} ${time}`));
  }

  find(reference: string): BookedInvoice | undefined {
    return this.issued.find((each) => each.reference === reference)?.invoice;
  }

  issue({ reference, amount }: Wanted, issuedAt: Date): BookedInvoice {
    const number = `26${String(this.#seed).padStart(6, '0')}${String(this.issued.length + 1).padStart(12, '0')}`;
    const xml = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><invoice number="${number}" amount="${amount}"/>`);
    const invoice = { number, amount, issuedAt, xml, pdf: Buffer.from(`%PDF-1.7\n% ${number}\n%%EOF\n`) };
    this.issued.push({ reference, invoice });
    this.left -= amount;
    return invoice;
  }
}

/** A lying issuer: the functions of the product's port, its books, and what a person does at it. */
export const createLyingIssuer = (options: IssuerOptions) => {
  const { seed = 1, quota = Number.MAX_SAFE_INTEGER, now } = options;
  const faults = { ...noFaults, ...options.faults };
  const books = new Books(seed, quota);

  /** Does a call's work, unless the call is cut before it; its answer may be lost. */
  const lied = async <T>(chance: Chance, work: () => T): Promise<T> => {
    const drawn = chance();
    if (drawn < faults.cut) throw new Error('the connection was cut');
    const done = work();
    if (drawn < faults.cut + faults.lose) throw new Error('the answer was lost');
    return done;
  };
  const readyAt = (chance: Chance, share: number): number =>
    now().getTime() + (chance() < share ? chance() * faults.slowMs : 0);

  const stateOf = (reference: string) => {
    const booked = books.find(reference);
    if (booked !== undefined) {
      const { number, issuedAt, xml, pdf } = booked;
      return { kind: 'issued', number, issuedAt, isDemonstration: false, files: { xml, pdf } } as const;
    }
    const entry = books.entries.get(reference);
    if (entry === undefined) return { kind: 'absent' } as const;
    if (entry.refusal !== null) return { kind: 'refused', reason: entry.refusal } as const;
    if (now().getTime() < entry.readyAt) return { kind: 'pending' } as const;
    if (entry.needsFace && !books.isFaceScanned)
      return { kind: 'needsPerson', reason: '开票员需要刷脸认证', url: 'https://tax.example/face' } as const;
    if (books.left < entry.wanted.amount) {
      books.entries.set(reference, { ...entry, refusal: '本月开票额度不足' });
      return { kind: 'refused', reason: '本月开票额度不足' } as const;
    }
    const { number, issuedAt, xml, pdf } = books.issue(entry.wanted, now());
    return { kind: 'issued', number, issuedAt, isDemonstration: false, files: { xml, pdf } } as const;
  };

  const reversalOf = ({ reference, number }: WantedReversal, chance: Chance) => {
    const made = books.reversed.find((each) => each.number === number);
    if (made !== undefined) return { kind: 'reversed', redNumber: made.redNumber, files: {} } as const;
    let red = books.reds.get(reference);
    if (red === undefined) {
      red = { number, readyAt: readyAt(chance, faults.buyerWaits), isRefused: chance() < faults.buyerRefuses };
      books.reds.set(reference, red);
    }
    if (now().getTime() < red.readyAt) return { kind: 'waitingForBuyer' } as const;
    if (red.isRefused) return { kind: 'refused', reason: '购买方不同意红冲' } as const;
    const redNumber = `27${String(books.reversed.length + 1).padStart(18, '0')}`;
    books.reversed.push({ number, redNumber });
    return { kind: 'reversed', redNumber, files: {} } as const;
  };

  return {
    issuer: {
      request: (wanted: Wanted): Promise<void> => {
        const chance = books.chancesOf('request', wanted.reference);
        return lied(chance, () => {
          const known = books.entries.get(wanted.reference);
          if (books.find(wanted.reference) !== undefined || (known !== undefined && known.refusal === null)) return;
          books.entries.set(wanted.reference, {
            wanted,
            readyAt: readyAt(chance, faults.slow),
            needsFace: chance() < faults.face,
            refusal: null,
          });
        });
      },
      state: (reference: string) => lied(books.chancesOf('state', reference), () => stateOf(reference)),
      askReversal: (wanted: WantedReversal) => {
        const chance = books.chancesOf('reversal', wanted.reference);
        return lied(chance, () => reversalOf(wanted, chance));
      },
    },
    issued: books.issued as Books['issued'],
    reversed: books.reversed as Books['reversed'],
    left: () => books.left,
    /** A person scans their face, for all that waits for it. */
    scanFace: () => {
      books.isFaceScanned = true;
    },
    /** The tax bureau grants more. @unit fen */
    grant: (more: number) => {
      books.left += more;
    },
  };
};
