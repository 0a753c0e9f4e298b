// The Atom feed of a server (RFC 4287): one entry a promotion. Pure: facts in, text out, every fact escaped.
import { html, raw } from 'hono/html';
import type { ChangeCounts } from './comparison-messages.ts';
import type { ComparisonCounts } from './comparisons.ts';
import { totalOf } from './comparisons.ts';

export interface FeedEntry {
  readonly releaseId: string;
  readonly sourceId: string;
  readonly kind: 'promote' | 'rollback';
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What changed since the release that was current before; absent where that one is no longer stored. */
  readonly changes: { readonly from: string; readonly counts: ComparisonCounts } | undefined;
}

export interface FeedFacts {
  readonly server: string;
  readonly displayName: string;
  /** Public address for ids, which never change with the address of a request. */
  readonly publicUrl: string;
  /** Address for links. */
  readonly linksUrl: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

/** The feed as XML. */
export function presentFeed({ server, displayName, publicUrl, linksUrl, entries }: FeedFacts): string {
  const path = `/api/v1/servers/${server}/release`;
  const feed = `${path}/feed.atom`;
  const name = clean(displayName);
  const present = ({ releaseId, sourceId, kind, at, changes }: FeedEntry) => html`
<entry>
<id>${`${publicUrl}${feed}#${releaseId}-${at}`}</id>
<title>${`${name}: ${kind === 'rollback' ? 'back to ' : ''}${clean(sourceId)}`}</title>
<updated>${timeOf(at)}</updated>
<link rel="alternate" type="application/json" href="${linksUrl}${changes === undefined ? `/api/v1/servers/${server}/release?release=${releaseId}` : `${path}/changes?from=${changes.from}&to=${releaseId}`}"/>
<content type="text">${changes === undefined ? `Release ${releaseId}` : describe(changes.counts)}</content>
</entry>`;
  return String(html`${raw('<?xml version="1.0" encoding="utf-8"?>')}
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${publicUrl}${feed}</id>
<title>${name}</title>
<subtitle>What changed from release to release</subtitle>
<author><name>${name}</name></author>
<updated>${timeOf(entries[0]?.at ?? 0)}</updated>
<link rel="self" type="application/atom+xml" href="${linksUrl}${feed}"/>
<link rel="alternate" type="application/json" href="${linksUrl}${path}/history"/>${entries.map(present)}
</feed>
`);
}

/** Counts in words: `songs: 2 added, 1 changed; files: 3 added`. */
function describe({ resources, files, presentation }: ComparisonCounts): string {
  const parts = [...Object.entries(resources), ['files', files] as const].flatMap(([name, counts]) =>
    totalOf(counts) === 0 ? [] : [`${name}: ${describeCounts(counts)}`],
  );
  if (presentation !== undefined) parts.push(`presentation ${presentation.change}`);
  return parts.length === 0 ? 'Nothing changed' : parts.join('; ');
}

const describeCounts = (counts: ChangeCounts): string =>
  (['added', 'removed', 'changed'] as const)
    .flatMap((change) => (counts[change] === 0 ? [] : [`${counts[change]} ${change}`]))
    .join(', ');

const timeOf = (at: number): string => new Date(at).toISOString();

/** Without characters that XML cannot hold. */
const clean = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out.
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
