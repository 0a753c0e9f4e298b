// Pages that are the same for every stranger, cached as they were sent: by address, language and colours, while the stamp that the
// section names stays the same. A cached page is one map lookup; nothing is rendered or compressed again. A page that is rendered
// again with the same result, because something else has changed, is not compressed again.
import { blobRepresentation, type Content } from '../../http/content/bytes.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { SharedFlights } from '../../kernel/concurrency/shared-flights.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { compressPage, PAGE_VARY } from './answer-page.ts';
import type { Redirect } from './page.ts';
import { pageHeaders } from './policy.ts';

/** In each process. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Overhead of a page besides its bytes and its address. */
const ENTRY_BYTES = 4096;
const TOO_MANY = 429;
/** Whether a refusal concerns the reader who happens to render a page, and none of those who share it. */
const isOfOneReader = ({ status, code }: Refusal): boolean =>
  status === TOO_MANY || code === 'query_busy' || code === 'request_aborted';
interface Cached {
  readonly stamp: string;
  readonly content: Content;
  readonly madeAt: number;
  readonly endsAt: number | undefined;
}

/** A page that was rendered for strangers. `isWhole`: nothing of it was missing for a moment. */
export interface RenderedPage {
  readonly html: string;
  readonly isWhole: boolean;
  /** From when on it is no longer true; undefined: the time of day does not change it. */
  readonly endsAt?: number | undefined;
}

const isYoung = ({ madeAt }: Cached, ageMs: number | undefined): boolean =>
  ageMs === undefined || performance.now() - madeAt < ageMs;

export class CachedHtml {
  readonly #cache = new BoundedCache<string, Cached>(KEPT_BYTES);
  readonly #flights = new SharedFlights<Content | Redirect>();

  /**
   * The page of `key`, rendered now unless it is cached under the same stamp, younger than `ageMs` and still true. Callers at
   * the same time share one rendering.
   */
  async read(
    key: string,
    stamp: string,
    ageMs: number | undefined,
    render: () => Promise<RenderedPage | Redirect>,
  ): Promise<Content | Redirect> {
    const standing = this.#cache.read(key);
    if (
      standing?.stamp === stamp &&
      isYoung(standing, ageMs) &&
      Date.now() < (standing.endsAt ?? Number.POSITIVE_INFINITY)
    ) {
      return standing.content;
    }
    let isOwn = false;
    const make = async (): Promise<Content | Redirect> => {
      isOwn = true;
      const madeAt = performance.now();
      const rendered = await render();
      if ('redirectTo' in rendered) return rendered;
      const content = contentOf(rendered.html, standing?.content);
      const weight = content.identity.bytes + (content.br?.bytes ?? 0) + key.length + ENTRY_BYTES;
      const { isWhole, endsAt } = rendered;
      if (isWhole) this.#cache.store(key, { stamp, content, madeAt, endsAt }, weight);
      return content;
    };
    try {
      return await this.#flights.share(`${stamp} ${key}`, make);
    } catch (error) {
      if (isOwn || !(error instanceof Refusal) || !isOfOneReader(error)) throw error;
      return make();
    }
  }
}

/** The page as it is sent. One that became what it was before is not compressed again. */
function contentOf(html: string, before: Content | undefined): Content {
  const bytes = Buffer.from(html);
  const digest = sha256Hex(bytes);
  if (before?.identity.etag === `"${digest}"`) return before;
  const headers = new Headers(pageHeaders('public'));
  headers.set('Vary', `${PAGE_VARY}, Accept-Encoding`);
  const coded = compressPage(bytes);
  return {
    identity: blobRepresentation(new Blob([bytes]), `"${digest}"`),
    br: blobRepresentation(new Blob([coded]), `"${digest}-br"`),
    headers,
    ranges: false,
  };
}
