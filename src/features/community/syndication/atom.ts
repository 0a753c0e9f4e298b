// Atom feeds of posts (RFC 4287). Pure: facts in, text out, every fact escaped. Ids come from the public address, which
// never changes with the address of a request; links lead to where the reader is.
import { html, raw } from 'hono/html';

interface AtomEntry {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly spoiler: boolean;
  readonly tags: readonly string[] | null;
  readonly authorUid: number;
  readonly authorName: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface AtomFacts {
  readonly title: string;
  /** Path and query of the feed. */
  readonly path: string;
  /** Path of the page that it is the feed of. */
  readonly page: string;
  readonly publicUrl: string;
  readonly linksUrl: string;
  /** Newest first. */
  readonly entries: readonly AtomEntry[];
}

/** Path of a post's page. */
export const postPage = (id: string): string => `/community/posts/${id}`;
/** Path of a person's page. */
export const personPage = (uid: number): string => `/users/${uid}`;

/** The feed as XML. */
export function presentAtom({ title, path, page, publicUrl, linksUrl, entries }: AtomFacts): string {
  const present = (entry: AtomEntry) => html`
<entry>
<id>${publicUrl}${postPage(entry.id)}</id>
<title>${clean(entry.title)}</title>
<published>${timeOf(entry.createdAt)}</published>
<updated>${timeOf(entry.updatedAt)}</updated>
<author><name>${clean(entry.authorName)}</name><uri>${linksUrl}${personPage(entry.authorUid)}</uri></author>
<link rel="alternate" type="text/html" href="${linksUrl}${postPage(entry.id)}"/>${(entry.tags ?? []).map(
    (tag) => html`
<category term="${clean(tag)}"/>`,
  )}${
    entry.spoiler || entry.excerpt === ''
      ? ''
      : html`
<summary type="text">${clean(entry.excerpt)}</summary>`
  }
</entry>`;
  const updated = entries.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0);
  return String(html`${raw('<?xml version="1.0" encoding="utf-8"?>')}
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${publicUrl}${path}</id>
<title>${clean(title)}</title>
<updated>${timeOf(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${linksUrl}${path}"/>
<link rel="alternate" type="text/html" href="${linksUrl}${page}"/>${entries.map(present)}
</feed>
`);
}

const timeOf = (at: number): string => new Date(at).toISOString();

/** Without characters that XML cannot hold. */
const clean = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out.
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
