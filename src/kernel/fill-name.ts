// The placeholder of the instance's name in its Markdown texts. Pure; the preview of the settings fills it in, too.

/** Replaces `{name}` in Markdown. A backslash takes the meaning of any sign away, so that a name cannot become markup. */
export function fillName(markdown: string, name: string): string {
  const escaped = name.replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, (sign) => `\\${sign}`);
  return markdown.replaceAll('{name}', () => escaped);
}
