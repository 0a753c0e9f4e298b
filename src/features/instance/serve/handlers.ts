// Handlers of the public routes of the instance: its settings, the version of the software, and whether only the sample is
// published.
import { type AnswerStyle, CACHE_CONTROL, SANDBOXED, UNFRAMED } from '../../../http/answer/headers.ts';
import { answerContent, blobRepresentation, type Content } from '../../../http/content/bytes.ts';
import { prepareContent } from '../../../http/content/prepared.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { LOCALES } from '../../../kernel/names.ts';
import { required } from '../../../kernel/refusal.ts';
import { resolveReasons } from '../common/reasons.ts';
import type { InstanceStore, Logo } from '../common/store.ts';
import type { instanceContract } from './contract.ts';

export interface InstanceHandlerDependencies {
  readonly store: InstanceStore;
  /** Version of the software. */
  readonly version: string;
  /** Whether nothing but the sample is published. */
  readonly isDemo: () => boolean;
  readonly style: AnswerStyle;
}

export function instanceHandlers({
  store,
  version,
  isDemo,
  style,
}: InstanceHandlerDependencies): Handlers<typeof instanceContract> {
  const prepare = createPreparer(style);
  const facts = prepare();
  const reasons = prepare();
  return {
    instanceRead: async ({ context }) => {
      const { reasons: _, ...shown } = await store.read();
      return answerContent(context, await facts({ ...shown, version, demo: isDemo() }));
    },
    instanceReasons: async ({ context }) => {
      const { reasons: overrides } = await store.read();
      const said = Object.fromEntries(LOCALES.map((locale) => [locale, resolveReasons(overrides, locale)]));
      return answerContent(context, await reasons({ reasons: said }));
    },
    instanceLogoRead: async ({ context }) => {
      const logo = required(await store.readLogo(), 'logo_not_found');
      return answerContent(context, pictureContent(style, logo, 'image/webp'));
    },
    instanceFaviconRead: async ({ context }) => {
      const picture = required(await store.readPicture('favicon'), 'picture_not_uploaded');
      return answerContent(context, pictureContent(style, picture, 'image/png'));
    },
    instanceHeroRead: async ({ context }) => {
      const picture = required(await store.readPicture('hero'), 'picture_not_uploaded');
      return answerContent(context, pictureContent(style, picture, 'image/webp'));
    },
  };
}

function pictureContent(style: AnswerStyle, { bytes, sha256 }: Logo, type: string): Content {
  const headers = new Headers({
    'Content-Type': type,
    'Cache-Control': CACHE_CONTROL.current,
    ...SANDBOXED,
    ...style.cors.expose,
  });
  return { identity: blobRepresentation(new Blob([bytes], { type }), `"${sha256}"`), headers, ranges: false };
}

/** Each preparer keeps the content of its last value. */
const createPreparer = (style: AnswerStyle) => () => {
  let kept: { readonly text: string; readonly content: Promise<Content> } | undefined;
  return (value: unknown): Promise<Content> => {
    const text = JSON.stringify(value);
    if (kept?.text !== text) {
      const headers = new Headers({
        'Content-Type': 'application/json',
        'Cache-Control': CACHE_CONTROL.current,
        ...UNFRAMED,
        ...style.cors.expose,
      });
      kept = { text, content: prepareContent(new TextEncoder().encode(text), headers) };
    }
    return kept.content;
  };
};
