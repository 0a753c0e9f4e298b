/** @jsxImportSource preact */
// A folder of the release: folders and files with type, size and digest; with a search what is found below it.
import type { VNode } from 'preact';
import type { FileEntry } from '../../../features/files/trees.ts';
import { CATALOG_MESSAGES, FILE_MESSAGES } from '../../messages/catalog.ts';
import type { Page } from '../../shell/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconEye, iconFile, iconFolder, iconImage, iconSearch, iconVideo, iconVolume2 } from '../../ui/icons.ts';
import { NumberPager } from '../../ui/pager.tsx';
import { fileSize } from '../../ui/text/file-size.ts';
import { fileName, filesPath } from '../common/file-addresses.ts';
import { CatalogHead, FindForm } from '../common/frame.tsx';
import type { Catalog, CatalogProps } from '../common/reads.ts';
import { minutesOf } from '../common/values.ts';
import { FilePreview } from './file-preview.tsx';
import type { FolderData, MayBeGone } from './files-data.ts';

const DIGEST_SHOWN = 12;

/** Crumbs from the root of files to the folder of a path. */
export function fileCrumbs(
  catalog: Catalog,
  path: string,
): readonly { readonly href: string; readonly text: string }[] {
  const names = path === '' ? [] : path.split('/').slice(0, -1);
  return [
    ...(path === '' ? [] : [{ href: filesPath(catalog, ''), text: catalog.page.sayFrom(FILE_MESSAGES)('title') }]),
    ...names.map((text, index) => ({ href: filesPath(catalog, names.slice(0, index + 1).join('/')), text })),
  ];
}

/** The page of a folder. */
export function folderPage(catalog: Catalog, data: FolderData & MayBeGone): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(FILE_MESSAGES);
  const sayCatalog = page.sayFrom(CATALOG_MESSAGES);
  const { folder, text } = data;
  const name = folder === '' ? say('title') : fileName(folder);
  const own = filesPath(catalog, folder);
  return {
    title: `${folder === '' ? name : folder} · ${server.displayName}`,
    description: say('lead'),
    section: 'catalog',
    styles: ['catalog', 'catalog-files'],
    noindex: true,
    content: (
      <div class="stack">
        <CatalogHead catalog={catalog} crumbs={fileCrumbs(catalog, folder)} gone={data.gone} />
        <h1 class="list-title">
          <span dir="auto">{name}</span> <span class="list-count">{page.numbers.format(data.total)}</span>
        </h1>
        <FindForm
          catalog={catalog}
          path={`/catalog/${server.id}/files${folder === '' ? '' : `/${folder.split('/').map(encodeURIComponent).join('/')}`}`}
          label={say('filterIn', { name })}
          text={text}
        />
        {data.total === 0 ? (
          <EmptyState icon={iconSearch} text={say('none')}>
            {text !== undefined && <LinkButton href={own}>{say('all')}</LinkButton>}
          </EmptyState>
        ) : (
          <div class={data.shown === undefined ? undefined : 'folder-columns'}>
            <Listing catalog={catalog} data={data} />
            {data.shown !== undefined && <Pane catalog={catalog} shown={data.shown} />}
          </div>
        )}
        <NumberPager
          label={say('pages')}
          page={data.page}
          pages={data.pages}
          hrefOf={(number) => filesPath(catalog, folder, { q: text, page: number === 1 ? undefined : number })}
          previous={sayCatalog('previous')}
          next={sayCatalog('next')}
        />
      </div>
    ),
  };
}

function Listing({ catalog, data }: CatalogProps & { readonly data: FolderData }): VNode {
  const { page } = catalog;
  const say = page.sayFrom(FILE_MESSAGES);
  const { folder, folders, files, text, shown } = data;
  const depth = folder === '' ? 0 : folder.length + 1;
  const asked = { q: text, page: data.page === 1 ? undefined : data.page };
  const caption = folder === '' ? say('title') : folder;
  return (
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class="entity-table file-table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{say('name')}</th>
            <th scope="col">{say('type')}</th>
            <th scope="col">{say('size')}</th>
            <th scope="col">{say('digest')}</th>
            <th scope="col" class="file-show">
              <span class="unseen">{say('preview')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {folders.map(({ name, files: count, bytes }) => (
            <tr key={name}>
              <th scope="row">
                <a href={filesPath(catalog, folder === '' ? name : `${folder}/${name}`)}>
                  <Icon shape={iconFolder} />
                  <span dir="auto">{name}</span>
                </a>
              </th>
              <td data-label={say('type')}>{say('folder')}</td>
              <td data-label={say('size')}>{[say('count', { count }), fileSize(page.locale, bytes)].join(' · ')}</td>
              <td />
              <td class="file-show" />
            </tr>
          ))}
          {files.map((file, index) => (
            <tr key={file.path} id={`file-${index}`} aria-current={file.path === shown?.path ? 'true' : undefined}>
              <th scope="row">
                <a href={filesPath(catalog, file.path)}>
                  <Icon shape={iconOf(file)} />
                  <span dir="auto">{text === undefined ? fileName(file.path) : file.path.slice(depth)}</span>
                </a>
              </th>
              <td data-label={say('type')}>{file.mediaType.split(';')[0]}</td>
              <td data-label={say('size')}>{fileSize(page.locale, file.bytes)}</td>
              <td data-label={say('digest')}>
                <code>{file.sha256.slice(0, DIGEST_SHOWN)}</code>
              </td>
              <td class="file-show">
                <a
                  href={`${filesPath(catalog, folder, { ...asked, file: file.path.slice(depth) })}#file-${index}`}
                  aria-label={say('show', { name: fileName(file.path) })}
                >
                  <Icon shape={iconEye} />
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One file beside the list, on wide screens. */
function Pane({ catalog, shown }: CatalogProps & { readonly shown: NonNullable<FolderData['shown']> }): VNode {
  const { page } = catalog;
  const say = page.sayFrom(FILE_MESSAGES);
  const { file, path } = shown;
  const measure = catalog.media.of(path);
  const facts = [
    file.mediaType.split(';')[0],
    fileSize(page.locale, file.bytes),
    ...(measure === undefined
      ? []
      : ['seconds' in measure ? minutesOf(measure.seconds) : say('pixels', { ...measure })]),
  ];
  return (
    <aside class="card stack folder-pane" aria-labelledby="pane">
      <h2 id="pane" dir="auto">
        <a href={filesPath(catalog, path)}>{fileName(path)}</a>
      </h2>
      <FilePreview catalog={catalog} data={shown} sizes="352px" />
      <p class="meta">{facts.join(' · ')}</p>
    </aside>
  );
}

function iconOf({ mediaType }: FileEntry) {
  if (mediaType.startsWith('image/')) return iconImage;
  if (mediaType.startsWith('audio/')) return iconVolume2;
  return mediaType.startsWith('video/') ? iconVideo : iconFile;
}
