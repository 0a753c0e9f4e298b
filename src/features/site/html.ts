// A template tag for HTML: every value is escaped unless it is markup already. The only way pages here are written.

export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[];

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Markup from a template; strings and numbers are escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const written = parts.map((part, index) => part + write(values[index] ?? ''));
  return { markup: written.join('') };
}

/** The text of a whole page. */
export const render = (page: Markup): string => page.markup;

function write(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if ('markup' in value) return value.markup;
  return value.map(({ markup }) => markup).join('');
}
