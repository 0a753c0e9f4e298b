/** @jsxImportSource preact */
// One file of the release: preview, address, size, digest, source record, and which file answers in other languages.
import type { VNode } from 'preact';
import { Island } from '../../islands/island.tsx';
import { FILE_MESSAGES } from '../../messages/catalog.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { iconExternalLink } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { fileSize } from '../../ui/text/file-size.ts';
import { withRemark } from '../../ui/text/punctuation.ts';
import { fileAddress, fileName, filesPath } from '../common/file-addresses.ts';
import { CatalogHead } from '../common/frame.tsx';
import { type Catalog, rawPath } from '../common/reads.ts';
import { minutesOf } from '../common/values.ts';
import { FilePreview } from './file-preview.tsx';
import type { FileData, MayBeGone } from './files-data.ts';
import { fileCrumbs } from './folder-page.tsx';

interface PartProps {
  readonly catalog: Catalog;
  readonly data: FileData;
}

/** The page of a file. */
export function filePage(catalog: Catalog, data: FileData & MayBeGone): Page {
  const { page, server } = catalog;
  const words = page.words(FILE_MESSAGES);
  const { path, file } = data;
  const name = fileName(path);
  return {
    title: `${name} · ${server.displayName}`,
    description: `${path}, ${fileSize(page.locale, file.bytes)}`,
    section: 'catalog',
    styles: ['catalog', 'catalog-files'],
    noindex: true,
    content: (
      <article class="stack">
        <CatalogHead catalog={catalog} crumbs={fileCrumbs(catalog, path)} gone={data.gone} />
        <h1 class="file-title" dir="auto">
          {name}
        </h1>
        {file.path !== path && (
          <Notice tone="warning">{page.say(words.answered, { file: fileName(file.path) })}</Notice>
        )}
        <div class="file-columns">
          <section class="stack file-preview" aria-labelledby="preview">
            <h2 id="preview">{page.say(words.preview)}</h2>
            <FilePreview catalog={catalog} data={data} sizes="(max-width: 960px) 92vw, 640px" first />
          </section>
          <Facts catalog={catalog} data={data} />
        </div>
      </article>
    ),
  };
}

function Facts({ catalog, data: { path, file, source, variants } }: PartProps): VNode {
  const { page, server } = catalog;
  const words = page.words(FILE_MESSAGES);
  const address = rawPath(catalog, fileAddress(server.id, path));
  const whole = `${page.address}${address.slice(page.basePath.length)}`;
  const measure = catalog.media.of(file.path);
  return (
    <div class="stack stack-loose">
      <dl class="values">
        <div>
          <dt>{page.say(words.type)}</dt>
          <dd>{file.mediaType}</dd>
        </div>
        <div>
          <dt>{page.say(words.size)}</dt>
          <dd>{sizeText(page, file.bytes)}</dd>
        </div>
        {measure !== undefined && (
          <div>
            <dt>{page.say('seconds' in measure ? words.length : words.dimensions)}</dt>
            <dd>{'seconds' in measure ? minutesOf(measure.seconds) : page.say(words.pixels, { ...measure })}</dd>
          </div>
        )}
        <div>
          <dt>{page.say(words.digest)}</dt>
          <dd>
            <code>{file.sha256}</code>
          </dd>
        </div>
        <div>
          <dt>{page.say(words.address)}</dt>
          <dd class="stack">
            <code>{whole}</code>
            <Island name="copy-text" props={{ text: whole }} />
          </dd>
        </div>
      </dl>
      <p class="row">
        <LinkButton icon={iconExternalLink} href={address}>
          {page.say(words.open)}
        </LinkButton>
        {source !== undefined && <LinkButton href={rawPath(catalog, source)}>{page.say(words.source)}</LinkButton>}
      </p>
      {variants.length > 0 && (
        <section class="stack" aria-labelledby="variants">
          <h2 id="variants">{page.say(words.variants)}</h2>
          <ul class="plain-list file-variants">
            {variants.map(({ path: other, answeredBy }) => (
              <li key={other}>
                <a href={filesPath(catalog, other)}>{fileName(other)}</a>
                {answeredBy !== undefined && (
                  <span class="meta">{page.say(words.answers, { file: fileName(answeredBy) })}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The size in its unit, and to the byte where that is another number. */
function sizeText(page: PageContext, bytes: number): string {
  const size = fileSize(page.locale, bytes);
  return bytes < 1000
    ? size
    : withRemark(page.locale, size, page.say(page.words(FILE_MESSAGES).bytes, { count: bytes }));
}
