// The handler of narrow pictures: the original is found as under its own address, then made or led to.

import { SANDBOXED } from '../../http/answer/headers.ts';
import { answerContent } from '../../http/content/bytes.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { ENGINE_OBJECT_PREFIX } from '../../kernel/names.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { readLocalized } from '../files/localized.ts';
import { type ChosenRelease, type ReleaseAnswers, withRelease } from '../release/serve/answers.ts';
import type { Releases } from '../release/serve/releases.ts';
import type { picturesContract } from './contract.ts';
import type { PictureMaker } from './maker.ts';
import type { MadeFile } from './making.ts';

export interface PictureHandlerDependencies {
  readonly releases: Releases;
  readonly answers: ReleaseAnswers;
  readonly maker: PictureMaker;
  /** Path of the instance below its origin, without trailing slash. */
  readonly basePath: () => string;
}

const RASTER: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
/** Drawings are programs for a browser, so their own address is a download; made of them, they are pictures. */
const isDrawing = (path: string): boolean => /\.svg$/i.test(path);
const WEBP = 'image/webp';
/** The paths that media routes serve. */
const SERVED = ['assets/Assets/', 'assets/Packages/', 'runtime/', `objects/${ENGINE_OBJECT_PREFIX}`];

export function pictureHandlers(dependencies: PictureHandlerDependencies): Handlers<typeof picturesContract> {
  const { releases, answers, maker, basePath } = dependencies;

  function answerMade(
    context: RequestContext,
    chosen: ChosenRelease,
    { sha256, blob }: MadeFile,
  ): Response | Promise<Response> {
    return answerContent(context, {
      identity: { bytes: blob.size, etag: `"${sha256}"`, open: () => blob },
      headers: answers.template(chosen.release, WEBP, chosen.pinned ? 'pinned' : 'current', {
        ...SANDBOXED,
        'Content-Disposition': 'inline',
      }),
      ranges: false,
    });
  }

  function leadToOriginal(context: RequestContext, { release, pinned }: ChosenRelease, path: string): Response {
    const [root = '', ...rest] = path.split('/').map(encodeURIComponent);
    const pin = pinned ? `?release=${release.releaseId}` : '';
    const headers = answers.template(release, 'text/plain; charset=utf-8', 'no-store', {
      Location: `${basePath()}/${root}/${release.server}/${rest.join('/')}${pin}`,
      'X-Request-Id': context.requestId,
      // Bun omits Date on HEAD responses.
      ...(context.isHead && { Date: new Date().toUTCString() }),
    });
    return new Response(null, { status: 302, headers });
  }

  return {
    pictureRead: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, async (chosen) => {
        const { path, width } = params;
        if (!SERVED.some((prefix) => path.startsWith(prefix))) throw new Refusal('not_found');
        const file = await readLocalized(chosen.release, path);
        const isVector = isDrawing(file.path);
        if (!isVector && !RASTER.has(file.mediaType)) throw new Refusal('not_found');
        const outcome = await maker.read(file.identity, width, context.clientKey(), isVector);
        return typeof outcome === 'string'
          ? leadToOriginal(context, chosen, path)
          : answerMade(context, chosen, outcome);
      }),
  };
}
