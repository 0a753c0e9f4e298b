// Handlers of the frame itself.
import { CACHE_CONTROL, UNFRAMED } from '../../http/answer/headers.ts';
import { answerContent, blobRepresentation, type Content } from '../../http/content/bytes.ts';
import type { Actor } from '../../http/gates/guard.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { sha256Hex } from '../../kernel/canonical-json.ts';
import { PALETTE } from '../../kernel/colours.ts';
import type { Locale } from '../../kernel/names.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { shellContract } from './contract.ts';
import { displayCookies, LOCALE_COOKIE, THEME_COOKIE } from './display.ts';
import { ownPathOr } from './return-path.ts';
import { readThemeSheet, tintSheet } from './sheets.ts';
import type { Shell, ShellDependencies } from './shell.ts';

export interface ShellHandlerDependencies extends ShellDependencies {
  readonly shell: Shell;
  /** Keeps the language in the preferences of an account. */
  readonly keepLocale: (actor: Actor, locale: Locale) => Promise<void>;
}

/** Paths that search engines should leave out. */
const CLOSED = [
  '/api/',
  // Data of somebody else, of which this instance keeps a copy.
  '/catalog/~provider',
  '/account/',
  '/settings',
  '/compose',
  '/notifications',
  '/bookmarks',
  '/moderation',
  '/admin',
  '/setup',
  '/*?*as=',
];

export function shellHandlers(dependencies: ShellHandlerDependencies): Handlers<typeof shellContract> {
  const { bundles, shell, ownAddress } = dependencies;
  const basePathOf = (): string => new URL(ownAddress.public()).pathname.replace(/\/$/, '');
  return {
    webAsset: async ({ context, params }) => {
      const sheet = readThemeSheet(params.file);
      const content = sheet === undefined ? await bundles.read(params.file) : sheetContent(sheet);
      if (content === undefined) throw new Refusal('not_found');
      return answerContent(context, content);
    },
    tintRead: ({ context, params }) => answerContent(context, sheetContent(tintSheet(params.colour))),
    robotsRead: ({ context }) => {
      const lines = [
        'User-agent: *',
        ...CLOSED.map((path) => `Disallow: ${basePathOf()}${path}`),
        `Sitemap: ${ownAddress.linksFor(context.request)}/sitemap.xml`,
        '',
      ];
      return answerContent(context, textContent(lines.join('\n'), 'text/plain; charset=utf-8'));
    },
    webManifestRead: async ({ context }) => {
      const { assets } = await bundles.plan();
      const { name, faviconUrl } = dependencies.readInstance();
      const own = { src: `${basePathOf()}${faviconUrl ?? ''}`, sizes: '192x192', type: 'image/png', purpose: 'any' };
      const icon = (size: number) => ({
        src: `${basePathOf()}/web/${assets[`icon-${size}.png`] ?? ''}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      });
      const manifest = {
        name,
        short_name: name,
        start_url: `${basePathOf()}/`,
        scope: `${basePathOf()}/`,
        display: 'standalone',
        background_color: PALETTE.dark.surface,
        theme_color: PALETTE.dark.surface,
        icons: faviconUrl === null ? [icon(192), icon(512)] : [own, icon(512)],
      };
      return answerContent(context, textContent(JSON.stringify(manifest), 'application/manifest+json'));
    },
    displayWrite: async ({ context, actor, body }) => {
      if (actor !== undefined && body.locale !== undefined) await keepQuietly(dependencies, actor, body.locale);
      const place = { basePath: basePathOf(), isSecure: ownAddress.public().startsWith('https:') };
      const write = (name: string, value: string | undefined): readonly string[] =>
        displayCookies(context.request, name, value, place);
      return shell.redirect(context, ownPathOr(body.then), [
        ...(body.locale === undefined ? [] : write(LOCALE_COOKIE, body.locale)),
        ...(body.theme === undefined ? [] : write(THEME_COOKIE, body.theme === 'auto' ? undefined : body.theme)),
      ]);
    },
  };
}

/** While the database is away, the cookie alone keeps the choice. */
const keepQuietly = (dependencies: ShellHandlerDependencies, actor: Actor, locale: Locale): Promise<void> =>
  dependencies.keepLocale(actor, locale).catch(() => undefined);

/** Of a computed sheet, whose address says all that it is made from. */
const sheetContent = (text: string): Content => textContent(text, 'text/css; charset=utf-8', CACHE_CONTROL.pinned);

function textContent(text: string, mediaType: string, cache: string = CACHE_CONTROL.current): Content {
  const headers = new Headers({
    'Content-Type': mediaType,
    'Cache-Control': cache,
    ...UNFRAMED,
  });
  return { identity: blobRepresentation(new Blob([text]), `"${sha256Hex(text)}"`), headers, ranges: false };
}
