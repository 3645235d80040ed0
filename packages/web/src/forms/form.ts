import { CallError, errorText } from '@ronghui/client';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { showError } from '../screen/toasts.ts';
import { useAfterPress } from './after-press.ts';
import { useDraft } from './draft.ts';

/** The values of a form: texts by field name. */
export type Fields<Name extends string> = Readonly<Record<Name, string>>;

/** The definition of a form. */
export interface FormSpec<Name extends string> {
  /** The name of the draft, and the prefix of the controls' ids. */
  readonly name: string;
  readonly initial: Fields<Name>;
  /** Fields that never go into the draft: passwords, codes. */
  readonly secret?: readonly NoInfer<Name>[];
  /** The hints for wrong fields, shown early; the server decides. @source R5.1 */
  readonly hints: (fields: Fields<NoInfer<Name>>) => Partial<Record<NoInfer<Name>, string | undefined>>;
  /** The field at which an error of the catalogue is shown. @source R8.3 */
  readonly places?: Readonly<Partial<Record<string, NoInfer<Name>>>>;
}

/** How a form is submitted. */
export interface Submission {
  /** Checks the parts that are not text fields (codes, agreements): false when one is not ready; the part shows why. */
  readonly isReady?: () => boolean;
  readonly send: () => Promise<void>;
  /** Called with a refusal after it was shown. */
  readonly onRefused?: (error: CallError) => void;
}

/** The form for its page. */
export interface Form<Name extends string> {
  readonly fields: Fields<Name>;
  readonly change: (changes: Partial<Fields<Name>>) => void;
  /** Empties the form and its draft. */
  readonly clear: () => void;
  /** For the `form` element. */
  readonly id: string;
  readonly running: boolean;
  /** For the `FormField` around a control. */
  readonly field: (name: Name) => { readonly id: string; readonly error: string | undefined };
  /** For the control. */
  readonly control: (name: Name) => {
    readonly name: string;
    readonly value: string;
    readonly onValueChange: (value: string) => void;
    readonly onBlur: () => void;
  };
  /** Shows the hints of some fields and focuses the first; true when there is none. */
  readonly check: (names: readonly Name[]) => boolean;
  /** Removes the error of a field. */
  readonly unmark: (name: Name) => void;
  /** Focuses the first field with an error, once it is rendered. */
  readonly focusWrong: () => void;
  /** Shows a failed call once: at the field it belongs to, otherwise as a toast; an error of R8's table is a toast as well. */
  readonly refuse: (error: unknown) => void;
  /** Sends the form, unless a field is wrong or it is being sent. */
  readonly submit: (event: FormEvent, submission: Submission) => void;
}

/**
 * A form: shows hints on blur and submit and the server's refusals at their fields, focuses the first wrong one, keeps a draft over an
 * error, a login and a reload, and sends one submission at a time.
 *
 * @source R5.1, R8.3, ux "Always"
 */
export const useForm = <Name extends string>(spec: FormSpec<Name>): Form<Name> => {
  const [{ initial, name: form, secret }] = useState(spec);
  const { fields, change: draft, clear: clearDraft } = useDraft(form, initial, { secret: secret ?? [] });
  const { marks, touch, markRefused, clearRefused, unmark, clearMarks } = useMarks<Name>();
  const [running, setRunning] = useState(false);
  const isRunning = useRef(false);
  const id = form.replaceAll(/[^\w-]/g, '-');
  const focusWrong = useFocusOnWrong(`${id}-form`);
  const afterPress = useAfterPress();
  const names = nameListOf(initial);
  const hints = spec.hints(fields);

  const change = (changes: Partial<Fields<Name>>): void => {
    draft(changes);
    clearRefused(changes);
  };
  const check = (some: readonly Name[]): boolean => {
    touch(some);
    if (some.every((name) => !hints[name])) return true;
    focusWrong();
    return false;
  };
  const refuse = (error: unknown): void => {
    const faults = faultsOf(error, names, spec.places ?? {});
    markRefused(faults);
    if (!(error instanceof CallError)) showError('', error);
    else if (!Object.keys(faults).some((name) => document.getElementById(`${id}-${name}`)))
      showError(error.operationId, error);
    // The codes of R8's table do not begin with RH.
    else if (!error.errCode?.startsWith('RH')) showError(error.operationId, error);
    focusWrong();
  };
  const run = async ({ send, onRefused }: Submission): Promise<void> => {
    isRunning.current = true;
    setRunning(true);
    try {
      await send();
    } catch (error) {
      refuse(error);
      if (error instanceof CallError) onRefused?.(error);
    } finally {
      isRunning.current = false;
      setRunning(false);
    }
  };
  return {
    fields,
    change,
    id: `${id}-form`,
    running,
    check,
    focusWrong,
    refuse,
    unmark,
    clear: () => {
      clearDraft();
      clearMarks();
    },
    field: (name) => ({
      id: `${id}-${name}`,
      error: marks.refused[name] ?? (marks.touched.has(name) ? hints[name] : undefined),
    }),
    control: (name) => ({
      name,
      value: fields[name],
      // The compiler widens a computed key to string.
      onValueChange: (value) => change({ [name]: value } as Partial<Fields<Name>>),
      onBlur: () => {
        if (fields[name] !== '') afterPress(() => touch([name]));
      },
    }),
    submit: (event, submission) => {
      event.preventDefault();
      if (isRunning.current) return;
      const areFieldsRight = check(names);
      const isRestReady = submission.isReady?.() ?? true;
      if (areFieldsRight && isRestReady) void run(submission);
      else focusWrong();
    },
  };
};

// The type of Object.keys loses the literal keys.
const nameListOf = <Name extends string>(initial: Fields<Name>): readonly Name[] => Object.keys(initial) as Name[];

/** Which fields show their hint, and the server's refusals of fields until they are changed. */
const useMarks = <Name extends string>() => {
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<Name, string>>>({});
  const forget = (names: readonly string[]) =>
    setRefused((before) => {
      const left = { ...before };
      for (const name of names) delete left[name as Name];
      return left;
    });
  return {
    marks: { touched, refused },
    touch: (names: readonly Name[]) => setTouched((before) => new Set([...before, ...names])),
    markRefused: (faults: Partial<Record<Name, string>>) => setRefused((before) => ({ ...before, ...faults })),
    clearRefused: (changes: object) => forget(Object.keys(changes)),
    unmark: (name: Name) => {
      setTouched((before) => new Set([...before].filter((each) => each !== name)));
      forget([name]);
    },
    clearMarks: () => {
      setTouched(new Set());
      setRefused({});
    },
  };
};

/** The texts of a refusal by field. */
const faultsOf = <Name extends string>(
  error: unknown,
  names: readonly Name[],
  places: Readonly<Partial<Record<string, Name>>>,
): Partial<Record<Name, string>> => {
  const faults: Partial<Record<Name, string>> = {};
  if (!(error instanceof CallError)) return faults;
  for (const { path, message } of error.fields) {
    const name = names.find((each) => each === path);
    if (name !== undefined) faults[name] = message;
  }
  const place = places[error.errCode ?? ''];
  if (place !== undefined) faults[place] = errorText(error.operationId, error);
  return faults;
};

const control = 'input, select, textarea, button, [tabindex]';

/** Focuses the first control of a form with an error, once the errors are rendered. */
const useFocusOnWrong = (formId: string): (() => void) => {
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    if (wanted === 0) return;
    const wrong = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const target = wrong?.matches(control) === true ? wrong : wrong?.querySelector<HTMLElement>(control);
    target?.focus({ preventScroll: true });
    // With the margin of `base.css` below a message, which must not cover the field that it is about.
    target?.scrollIntoView({ block: 'nearest' });
  }, [wanted, formId]);
  return useCallback(() => setWanted((count) => count + 1), []);
};
