// Texts of several lines come from forms with the line ends of the form encoding.
export const withPlainLines = (text: string): string => text.replaceAll('\r\n', '\n');

/** A text that may be left out. */
export const optional = (text: string): string | undefined => withPlainLines(text).trim() || undefined;
