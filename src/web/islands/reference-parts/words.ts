// The texts that the script of the reference has; the page writes them into its markup.
export const REFERENCE_SCRIPT_WORDS = [
  'answer',
  'body',
  'bodyText',
  'bytesOnly',
  'changesData',
  'closeForm',
  'copied',
  'copyFailed',
  'count',
  'cut',
  'failed',
  'file',
  'headers',
  'noBody',
  'none',
  'onePerLine',
  'request',
  'required',
  'send',
  'stop',
  'token',
  'tokenHint',
  'took',
] as const;

export type ReferenceWords = Readonly<Record<(typeof REFERENCE_SCRIPT_WORDS)[number], string>>;

/** Fills a text in. These texts have no plural forms, so that pages need no more script for them. */
export const fill = (text: string, values: Readonly<Record<string, number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
