// Texts of several lines come from forms with the line ends of the form encoding.
export const withPlainLines = (text: string): string => text.replaceAll('\r\n', '\n');
