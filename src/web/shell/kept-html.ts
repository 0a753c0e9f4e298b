// Pages that are the same for every stranger, kept as they were sent: by address and language, while the stamp that the
// section names stays the same. A kept page is one map lookup; nothing is rendered or compressed again.
import { brotliCompressSync, constants } from 'node:zlib';
import { answerContent, blobRepresentation, type Content } from '../../http/content/bytes.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { SharedFlights } from '../../kernel/concurrency/shared-flights.ts';
import { PAGE_VARY } from './answer-page.ts';
import { pageHeaders } from './policy.ts';

/** In each process. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Overhead of a page besides its bytes and its address. */
const ENTRY_BYTES = 4096;
/** Longer addresses are not kept: unknown parameters could otherwise fill the memory with copies of one page. */
const ADDRESS_MAX = 512;
/** Read more often than written, and written while a reader waits. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface Kept {
  readonly stamp: string;
  readonly content: Content;
}

/** A page that was rendered for strangers. `isWhole`: nothing of it was missing for a moment. */
export interface RenderedPage {
  readonly html: string;
  readonly isWhole: boolean;
}

export class KeptHtml {
  readonly #kept = new BoundedCache<string, Kept>(KEPT_BYTES);
  readonly #flights = new SharedFlights<Kept>();

  /** Answers with the page of `key`, rendered now unless it is kept under the same stamp. */
  async answer(
    context: RequestContext,
    key: string,
    stamp: string,
    render: () => Promise<RenderedPage>,
  ): Promise<Response> {
    const standing = this.#kept.read(key);
    if (standing?.stamp === stamp) return answerContent(context, standing.content);
    const { content } = await this.#flights.share(`${stamp} ${key}`, async () => {
      const { html, isWhole } = await render();
      const made: Kept = { stamp, content: contentOf(html) };
      const weight = made.content.identity.bytes + (made.content.br?.bytes ?? 0) + key.length + ENTRY_BYTES;
      if (isWhole && key.length <= ADDRESS_MAX) this.#kept.keep(key, made, weight);
      return made;
    });
    return answerContent(context, content);
  }
}

function contentOf(html: string): Content {
  const bytes = Buffer.from(html);
  const digest = sha256Hex(bytes);
  const headers = new Headers(pageHeaders('public'));
  headers.set('Vary', `${PAGE_VARY}, Accept-Encoding`);
  const coded = brotliCompressSync(bytes, BROTLI);
  return {
    identity: blobRepresentation(new Blob([bytes]), `"${digest}"`),
    br: blobRepresentation(new Blob([coded]), `"${digest}-br"`),
    headers,
    ranges: false,
  };
}
