// Presentation routes: choose the release, analyse it once, and answer with the resulting bytes.
import { answerContent, type Content } from '../../../http/content/bytes.ts';
import { prepareContent } from '../../../http/content/prepared.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { required } from '../../../kernel/refusal.ts';
import type { CatalogReader } from '../../catalog/reader.ts';
import { type ChosenRelease, type ReleaseAnswers, withRelease } from '../../release/serve/answers.ts';
import type { Releases } from '../../release/serve/releases.ts';
import type { presentationContract } from './contract.ts';
import type { Inferences } from './inference.ts';

/** Maximum bytes of answers that are cached with their codings. */
const CONTENT_BYTES = 16 * 1024 * 1024;
/** Overhead of the codings and the object. */
const CONTENT_WEIGHT = 2;

export function presentationHandlers(
  releases: Releases,
  answers: ReleaseAnswers,
  reader: CatalogReader,
  inferences: Inferences,
): Handlers<typeof presentationContract> {
  const contents = new BoundedCache<string, Content>(CONTENT_BYTES);

  async function answerBytes(
    context: RequestContext,
    chosen: ChosenRelease,
    name: string,
    mediaType: string,
    find: () => Promise<Uint8Array<ArrayBuffer>>,
  ): Promise<Response> {
    const { release, pinned } = chosen;
    const key = `${release.server} ${release.releaseId} ${pinned} ${name}`;
    let content = contents.read(key);
    if (content === undefined) {
      const bytes = await find();
      const headers = answers.template(release, mediaType, pinned ? 'pinned-computed' : 'current', {
        'Content-Disposition': 'inline',
      });
      content = {
        ...(await prepareContent(bytes, headers)),
        isFresh: () => releases.isStanding(release, pinned) && reader.isCatalogFresh(release),
      };
      contents.store(key, content, bytes.byteLength * CONTENT_WEIGHT + 1024);
    }
    return answerContent(context, content);
  }

  return {
    catalogPresentation: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerBytes(
          context,
          chosen,
          'presentation',
          'application/json',
          async () => (await inferences.require(chosen.release)).presentation,
        ),
      ),
    catalogSchema: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, async (chosen) => {
        const { name } = await reader.requireResource(chosen.release, params.resource);
        return answerBytes(context, chosen, `schema ${name}`, 'application/schema+json', async () => {
          return required((await inferences.require(chosen.release)).schemas.get(name), 'resource_not_found');
        });
      }),
    catalogTypes: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, (chosen) =>
        answerBytes(
          context,
          chosen,
          'types',
          'application/typescript; charset=utf-8',
          async () => (await inferences.require(chosen.release)).types,
        ),
      ),
  };
}
