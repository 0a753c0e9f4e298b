// Handlers of the upload page: documents that are built and compressed once, one page per language.

import { CACHE_CONTROL, type CacheClass } from '../../../http/answer/headers.ts';
import { answerContent, type Content } from '../../../http/content/bytes.ts';
import { prepareContent } from '../../../http/content/prepared.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { Locale } from '../../../kernel/names.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { uploadPageContract } from './contract.ts';
import { type PageFile, type PageLook, presentUploadPage, readPageFiles, UPLOAD_PAGE_CSP } from './page.ts';

export interface UploadPageParts {
  readonly look: PageLook;
  /** Chooses a language by an `Accept-Language` header. */
  readonly chooseLocale: (accepted: string | null) => Locale;
}

const HTML = 'text/html; charset=utf-8';

export function uploadPageHandlers({ look, chooseLocale }: UploadPageParts): Handlers<typeof uploadPageContract> {
  const kept = new Map<string, Promise<Content>>();
  let files: Promise<ReadonlyMap<string, PageFile>> | undefined;

  /** Loaded once; again after a failure. */
  const readFiles = (): Promise<ReadonlyMap<string, PageFile>> => {
    files ??= readPageFiles().catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    return files;
  };
  const keep = (name: string, make: () => Promise<Content>): Promise<Content> => {
    const found = kept.get(name);
    if (found !== undefined) return found;
    const made = make();
    kept.set(name, made);
    made.catch(() => kept.delete(name));
    return made;
  };

  return {
    uploadPage: async ({ context }) => {
      const locale = chooseLocale(context.request.headers.get('accept-language'));
      const content = await keep(`page ${locale}`, async () => {
        const page = new TextEncoder().encode(presentUploadPage(locale, look, await readFiles()));
        const made = await prepareContent(page, headersOf(HTML, 'current'));
        made.headers.append('Vary', 'Accept-Language');
        made.headers.set('Content-Security-Policy', UPLOAD_PAGE_CSP);
        made.headers.set('Referrer-Policy', 'same-origin');
        return made;
      });
      return answerContent(context, content);
    },
    uploadPageAsset: async ({ context, params, query }) => {
      const file = (await readFiles()).get(params.file);
      if (file === undefined) throw new Refusal('route_not_found');
      const cache = query.v === file.version ? 'pinned' : 'current';
      const content = await keep(`${params.file} ${cache}`, () =>
        prepareContent(file.bytes, headersOf(file.mediaType, cache)),
      );
      return answerContent(context, content);
    },
  };
}

const headersOf = (mediaType: string, cache: CacheClass): Headers =>
  new Headers({
    'Content-Type': mediaType,
    'Cache-Control': CACHE_CONTROL[cache],
    'X-Content-Type-Options': 'nosniff',
  });
