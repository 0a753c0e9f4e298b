/** @jsxImportSource preact */
// The head of a page: title, what other sites and search engines show, styles and scripts.
import type { VNode } from 'preact';
import { PALETTE } from '../../kernel/colours.ts';
import { LOCALES } from '../../kernel/names.ts';
import type { BundlePlan } from '../bundle/build-bundle.ts';
import type { IslandName } from '../islands/all.ts';
import type { Page } from './page.ts';
import { type PageContext, writeQuery } from './page-context.ts';
import { themeSheet, tintPath } from './sheets.ts';

export interface HeadProps {
  readonly context: PageContext;
  readonly page: Page;
  readonly plan: BundlePlan;
  /** Islands whose files are preloaded. */
  readonly islands: ReadonlySet<IslandName>;
}

/** The title of a page as the browser shows it. */
const titleOf = ({ instance }: PageContext, { title }: Page): string =>
  title === undefined ? instance.name : `${title} · ${instance.name}`;

/** The colour of the frame of the browser: that of the header, in the theme that the reader chose. */
const ThemeColours = ({ theme }: Pick<PageContext, 'theme'>): VNode => (
  <>
    {(['light', 'dark'] as const).map((one) => (
      <meta
        key={one}
        name="theme-color"
        content={PALETTE[theme ?? one].surface}
        media={`(prefers-color-scheme: ${one})`}
      />
    ))}
  </>
);

export function Head({ context, page, plan, islands }: HeadProps): VNode {
  const { basePath, address, forcedLocale, instance, locale } = context;
  const file = (name: string): string => `${basePath}/web/${name}`;
  const path = page.canonical ?? context.request.path;
  const addressIn = (lang?: string): string => `${address}${path}${writeQuery({ ...page.canonicalQuery, lang })}`;
  const canonical = addressIn(forcedLocale);
  const title = titleOf(context, page);
  const { description, image } = page;
  const accent = page.accent ?? instance.accent;
  const styles = ['site', ...(page.styles ?? [])].flatMap((name) => plan.styles[name] ?? []);
  const preloads = new Set(
    [...islands].flatMap((name) => {
      const island = plan.islands[name];
      return island === undefined ? [] : [island.file, ...island.imports];
    }),
  );
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {page.noindex === true && <meta name="robots" content="noindex" />}
      <meta name="color-scheme" content={context.theme ?? 'light dark'} />
      <ThemeColours theme={context.theme} />
      {styles.map((name) => (
        <link key={name} rel="stylesheet" href={file(name)} />
      ))}
      {accent !== null && <link rel="stylesheet" href={file(themeSheet(accent).file)} />}
      {page.tint !== undefined && <link rel="stylesheet" href={`${basePath}${tintPath(page.tint)}`} />}
      <noscript>
        <link rel="stylesheet" href={file(plan.styles['no-script'] ?? '')} />
      </noscript>
      <script type="module" src={file(plan.start.file)} />
      {[...preloads].map((name) => (
        <link key={name} rel="modulepreload" href={file(name)} />
      ))}
      {instance.faviconUrl === null ? (
        <>
          <link rel="icon" href={file(plan.assets['mark.svg'] ?? '')} type="image/svg+xml" />
          <link rel="apple-touch-icon" href={file(plan.assets['icon-192.png'] ?? '')} />
        </>
      ) : (
        <>
          <link rel="icon" href={`${basePath}${instance.faviconUrl}`} type="image/png" />
          <link rel="apple-touch-icon" href={`${basePath}${instance.faviconUrl}`} />
        </>
      )}
      <link rel="manifest" href={`${basePath}/site.webmanifest`} />
      {page.noindex !== true && (
        <>
          <link rel="canonical" href={canonical} />
          {LOCALES.map((other) => (
            <link key={other} rel="alternate" hreflang={other} href={addressIn(other)} />
          ))}
          <link rel="alternate" hreflang="x-default" href={addressIn()} />
        </>
      )}
      {(page.feeds ?? []).map((feed) => (
        <link
          key={feed.path}
          rel="alternate"
          type="application/atom+xml"
          title={feed.title}
          href={`${basePath}${feed.path}`}
        />
      ))}
      {page.calendar !== undefined && (
        <link
          rel="alternate"
          type="text/calendar"
          title={page.calendar.title}
          href={`${basePath}${page.calendar.path}`}
        />
      )}
      {page.canBeQuoted === true && (
        <link
          rel="alternate"
          type="application/json+oembed"
          title={title}
          href={`${basePath}/oembed${writeQuery({ url: canonical })}`}
        />
      )}
      <meta property="og:site_name" content={instance.name} />
      <meta property="og:title" content={page.title ?? instance.name} />
      <meta property="og:type" content={page.kind ?? 'website'} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={locale.replace('-', '_')} />
      {description !== undefined && <meta property="og:description" content={description} />}
      {LOCALES.filter((other) => other !== locale).map((other) => (
        <meta key={other} property="og:locale:alternate" content={other.replace('-', '_')} />
      ))}
      <meta name="twitter:card" content={image === undefined || image.isSmall ? 'summary' : 'summary_large_image'} />
      {image !== undefined && (
        <>
          <meta property="og:image" content={`${context.publicAddress}${image.path}`} />
          {image.width !== undefined && <meta property="og:image:width" content={String(image.width)} />}
          {image.height !== undefined && <meta property="og:image:height" content={String(image.height)} />}
          <meta property="og:image:type" content={image.mediaType} />
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
    </head>
  );
}
