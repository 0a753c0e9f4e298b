// Handlers of provider routes: which plan or file a request selects. plans.ts defines the documents, provider.ts reads
// them.
import { answerContent } from '../../../http/content/bytes.ts';
import type { RequestContext } from '../../../http/gates/context.ts';
import type { Call, Handlers } from '../../../http/routing/contract.ts';
import { JSON_TYPE } from '../../../kernel/media-type.ts';
import { Refusal, required } from '../../../kernel/refusal.ts';
import {
  chainFrom,
  isBundlePath,
  isRawPath,
  LIVE2D_IDS_MAX,
  REGIONS,
  type Region,
  readStoryId,
} from '../common/rules.ts';
import * as upstream from '../common/upstream-paths.ts';
import { type DocumentPlan, PROVIDER_CACHE_CONTROL } from '../mirror/documents.ts';
import type { Want } from '../mirror/mirror.ts';
import type { Provider } from '../mirror/provider.ts';
import { MP3, MP4, PNG, wantAnyJson, wantMedia } from '../mirror/upstream-files.ts';
import type { providerContract } from './contract.ts';
import { planLive2dBatch } from './live2d-reader.ts';
import {
  COLLECTIONS,
  type Collection,
  planCard,
  planChart,
  planCollection,
  planEditorBundle,
  planEditorTree,
  planSong,
  planSongMeta,
} from './plans.ts';
import { planStory } from './story-reader.ts';

type Answer = Response | Promise<Response>;
type ListCall = Pick<Call<typeof providerContract.songList>, 'context' | 'params'>;

export function providerHandlers(provider: Provider): Handlers<typeof providerContract> {
  function answerDocument(context: RequestContext, plan: DocumentPlan): Answer {
    const ready = provider.readDocument(plan);
    return ready instanceof Promise
      ? ready.then(({ content }) => answerContent(context, content))
      : answerContent(context, ready.content);
  }

  // Plans of collections are created once, so a warm read only looks them up.
  const collections = new Map<Collection, ReadonlyMap<Region, DocumentPlan>>(
    COLLECTIONS.map((name) => [name, new Map(REGIONS.map((region) => [region, planCollection(name, region)]))]),
  );
  const trees = new Map(REGIONS.map((region) => [region, planEditorTree(region)]));
  const list =
    (name: Collection) =>
    ({ context, params: { region } }: ListCall): Answer =>
      answerDocument(context, collections.get(name)?.get(region) ?? planCollection(name, region));

  async function answerMedia(context: RequestContext, wants: readonly Want[], mediaType: string): Promise<Response> {
    const content = await provider.requireMedia(wants, { cacheControl: PROVIDER_CACHE_CONTROL.media, mediaType });
    return answerContent(context, content);
  }

  function answerJacket(
    context: RequestContext,
    region: Region,
    jacketPackage: string,
    image: string,
    form: 'jacket' | 'thumb',
  ): Answer {
    // Some file names are lowercase although the song's image name is not.
    const names = [...new Set([image, image.toLowerCase()])];
    const wants = names.map((name) => wantMedia(upstream.jacket(region, jacketPackage, name, form), PNG));
    return answerMedia(context, wants, PNG.mediaType);
  }

  async function answerRaw(context: RequestContext, region: Region, path: string): Promise<Response> {
    if (!isPlainTail(context.path, '/raw/') || !isRawPath(path, region)) throw new Refusal('invalid_path');
    const address = `/${upstream.encodePath(path)}`;
    const content = path.startsWith('api/')
      ? await provider.requireMedia([wantAnyJson(address)], {
          cacheControl: PROVIDER_CACHE_CONTROL.list,
          mediaType: JSON_TYPE,
        })
      : await provider.requireMedia([wantMedia(address, undefined)], { cacheControl: PROVIDER_CACHE_CONTROL.media });
    return answerContent(context, content);
  }

  return {
    bandList: list('bands'),
    songList: list('songs'),
    songMetaList: list('song-meta'),
    characterList: list('characters'),
    cardList: list('cards'),
    eventStoryList: list('stories/event'),
    bandStoryList: list('stories/band'),
    mainStoryList: list('stories/main'),
    afterliveStoryList: list('stories/afterlive'),
    songRead: ({ context, params }) => answerDocument(context, planSong(params.musicId, params.region)),
    songMetaRead: ({ context, params }) => answerDocument(context, planSongMeta(params.musicId, params.region)),
    cardRead: ({ context, params }) => answerDocument(context, planCard(params.cardId, params.region)),
    storyRead: ({ context, params }) => {
      const name = required(readStoryId(params.storyId), 'route_not_found');
      return answerDocument(context, planStory(params.storyId, name, params.region));
    },
    editorTree: ({ context, params }) =>
      answerDocument(context, trees.get(params.region) ?? planEditorTree(params.region)),
    editorBundle: ({ context, params }) => {
      if (!isPlainTail(context.path, '/editor-assets/') || !isBundlePath(params.bundlePath)) {
        throw new Refusal('invalid_path');
      }
      return answerDocument(context, planEditorBundle(params.bundlePath, params.region));
    },
    chartRead: ({ context, params }) =>
      answerDocument(context, planChart(params.musicId, params.difficulty, params.region)),
    jacketRead: ({ context, params }) => answerJacket(context, params.region, params.package, params.image, 'jacket'),
    jacketThumbRead: ({ context, params }) =>
      answerJacket(context, params.region, params.package, params.image, 'thumb'),
    soundRead: ({ context, params }) =>
      answerMedia(context, [wantMedia(upstream.sound(params.region, params.soundId), MP3)], MP3.mediaType),
    musicVideoRead: ({ context, params }) => {
      const name = params.fileName.replace(/\.mp4$/, '').replace(/_hq$/, '');
      return answerMedia(context, [wantMedia(upstream.musicVideo(params.region, name), MP4)], MP4.mediaType);
    },
    stageChallengeRead: ({ context, params }) =>
      answerMedia(
        context,
        chainFrom(params.region).map((region) => wantMedia(upstream.stageChallenge(region, params.assetId), PNG)),
        PNG.mediaType,
      ),
    rawRead: ({ context, params }) => answerRaw(context, params.region, params.providerPath),
    live2dBatch: ({ context, params, query }) => {
      const ids = [...new Set(query.id)].filter((id) => id !== '');
      if (ids.length > LIVE2D_IDS_MAX)
        throw new Refusal('invalid_batch', { message: `At most ${LIVE2D_IDS_MAX} different ids` });
      return answerDocument(context, planLive2dBatch(ids, params.region, query.server));
    },
  };
}

/** Whether the raw path has no empty segment, which decoding would drop silently. */
function isPlainTail(path: string, after: string): boolean {
  const tail = path.slice(path.indexOf(after) + after.length);
  return !tail.includes('//') && !tail.startsWith('/') && !tail.endsWith('/');
}
