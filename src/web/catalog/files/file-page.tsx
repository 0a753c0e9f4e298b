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
import { type Catalog, type CatalogProps, rawPath } from '../common/reads.ts';
import { minutesOf } from '../common/values.ts';
import { FilePreview } from './file-preview.tsx';
import type { FileData, MayBeGone } from './files-data.ts';
import { fileCrumbs } from './folder-page.tsx';

/** The page of a file. */
export function filePage(catalog: Catalog, data: FileData & MayBeGone): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(FILE_MESSAGES);
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
        {file.path !== path && <Notice tone="warning">{say('answered', { file: fileName(file.path) })}</Notice>}
        <div class="file-columns">
          <section class="stack file-preview" aria-labelledby="preview">
            <h2 id="preview">{say('preview')}</h2>
            <FilePreview catalog={catalog} data={data} sizes="(max-width: 960px) 92vw, 640px" first />
          </section>
          <Facts catalog={catalog} data={data} />
        </div>
      </article>
    ),
  };
}

function Facts({ catalog, data: { path, file, source, variants } }: CatalogProps & { readonly data: FileData }): VNode {
  const { page, server } = catalog;
  const say = page.sayFrom(FILE_MESSAGES);
  const address = rawPath(catalog, fileAddress(server.id, path));
  const whole = `${page.address}${address.slice(page.basePath.length)}`;
  const measure = catalog.media.of(file.path);
  return (
    <div class="stack stack-loose">
      <dl class="values">
        <div>
          <dt>{say('type')}</dt>
          <dd>{file.mediaType}</dd>
        </div>
        <div>
          <dt>{say('size')}</dt>
          <dd>{sizeText(page, file.bytes)}</dd>
        </div>
        {measure !== undefined && (
          <div>
            <dt>{say('seconds' in measure ? 'length' : 'dimensions')}</dt>
            <dd>{'seconds' in measure ? minutesOf(measure.seconds) : say('pixels', { ...measure })}</dd>
          </div>
        )}
        <div>
          <dt>{say('digest')}</dt>
          <dd>
            <code>{file.sha256}</code>
          </dd>
        </div>
        <div>
          <dt>{say('address')}</dt>
          <dd class="stack">
            <code>{whole}</code>
            <Island name="copy-text" props={{ text: whole }} />
          </dd>
        </div>
      </dl>
      <p class="row">
        <LinkButton icon={iconExternalLink} href={address}>
          {say('open')}
        </LinkButton>
        {source !== undefined && <LinkButton href={rawPath(catalog, source)}>{say('source')}</LinkButton>}
      </p>
      {variants.length > 0 && (
        <section class="stack" aria-labelledby="variants">
          <h2 id="variants">{say('variants')}</h2>
          <ul class="plain-list file-variants">
            {variants.map(({ path: other, answeredBy }) => (
              <li key={other}>
                <a href={filesPath(catalog, other)}>{fileName(other)}</a>
                {answeredBy !== undefined && <span class="meta">{say('answers', { file: fileName(answeredBy) })}</span>}
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
  return bytes < 1024 ? size : withRemark(page.locale, size, page.sayFrom(FILE_MESSAGES)('bytes', { count: bytes }));
}
