/** @jsxImportSource preact */
// A folder of the release: folders and files with type, size and digest; with a search what is found below it.
import type { VNode } from 'preact';
import type { FileEntry } from '../../../features/files/trees.ts';
import { FILE_MESSAGES } from '../../messages/catalog/files.ts';
import { CATALOG_MESSAGES } from '../../messages/catalog.ts';
import type { Page } from '../../shell/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconFile, iconFolder, iconImage, iconSearch, iconVideo, iconVolume2 } from '../../ui/icons.ts';
import { NumberPager } from '../../ui/pager.tsx';
import { fileName, filesPath } from '../common/file-addresses.ts';
import { CatalogHead, FindForm } from '../common/frame.tsx';
import type { Catalog } from '../common/reads.ts';
import type { FolderData } from './files-data.ts';
import { fileSize } from './sizes.ts';

interface PartProps {
  readonly catalog: Catalog;
  readonly data: FolderData;
}

const DIGEST_SHOWN = 12;

/** Crumbs from the root of files to the folder of a path. */
export function fileCrumbs(
  catalog: Catalog,
  path: string,
): readonly { readonly href: string; readonly text: string }[] {
  const { page } = catalog;
  const names = path === '' ? [] : path.split('/').slice(0, -1);
  return [
    ...(path === '' ? [] : [{ href: filesPath(catalog, ''), text: page.say(page.words(FILE_MESSAGES).title) }]),
    ...names.map((text, index) => ({ href: filesPath(catalog, names.slice(0, index + 1).join('/')), text })),
  ];
}

/** The page of a folder. */
export function folderPage(catalog: Catalog, data: FolderData): Page {
  const { page, server } = catalog;
  const words = page.words(FILE_MESSAGES);
  const shared = page.words(CATALOG_MESSAGES);
  const { folder, text } = data;
  const name = folder === '' ? page.say(words.title) : fileName(folder);
  const own = filesPath(catalog, folder);
  return {
    title: `${folder === '' ? name : folder} · ${server.displayName}`,
    description: page.say(words.lead),
    place: 'catalog',
    styles: ['catalog', 'catalog-files'],
    noindex: true,
    content: (
      <div class="stack">
        <CatalogHead catalog={catalog} crumbs={fileCrumbs(catalog, folder)} />
        <h1 class="list-title">
          <span dir="auto">{name}</span> <span class="list-count">{page.numbers.format(data.total)}</span>
        </h1>
        <FindForm
          catalog={catalog}
          path={`/catalog/${server.id}/files${folder === '' ? '' : `/${folder.split('/').map(encodeURIComponent).join('/')}`}`}
          label={page.say(words.filterIn, { name })}
          text={text}
        />
        {data.total === 0 ? (
          <EmptyState icon={iconSearch} text={page.say(words.none)}>
            {text !== undefined && <LinkButton href={own}>{page.say(words.all)}</LinkButton>}
          </EmptyState>
        ) : (
          <Listing catalog={catalog} data={data} />
        )}
        <NumberPager
          label={page.say(words.pages)}
          page={data.page}
          pages={data.pages}
          hrefOf={(number) => filesPath(catalog, folder, { q: text, page: number === 1 ? undefined : number })}
          previous={page.say(shared.previous)}
          next={page.say(shared.next)}
        />
      </div>
    ),
  };
}

function Listing({ catalog, data }: PartProps): VNode {
  const { page } = catalog;
  const words = page.words(FILE_MESSAGES);
  const { folder, folders, files, text } = data;
  const depth = folder === '' ? 0 : folder.length + 1;
  const caption = folder === '' ? page.say(words.title) : folder;
  return (
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class="entity-table file-table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{page.say(words.name)}</th>
            <th scope="col">{page.say(words.type)}</th>
            <th scope="col">{page.say(words.size)}</th>
            <th scope="col">{page.say(words.digest)}</th>
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
              <td data-label={page.say(words.type)}>{page.say(words.folder)}</td>
              <td data-label={page.say(words.size)}>
                {`${page.say(words.count, { count })}, ${fileSize(page.locale, bytes)}`}
              </td>
              <td />
            </tr>
          ))}
          {files.map((file) => (
            <tr key={file.path}>
              <th scope="row">
                <a href={filesPath(catalog, file.path)}>
                  <Icon shape={iconOf(file)} />
                  <span dir="auto">{text === undefined ? fileName(file.path) : file.path.slice(depth)}</span>
                </a>
              </th>
              <td data-label={page.say(words.type)}>{file.mediaType.split(';')[0]}</td>
              <td data-label={page.say(words.size)}>{fileSize(page.locale, file.bytes)}</td>
              <td data-label={page.say(words.digest)}>
                <code>{file.sha256.slice(0, DIGEST_SHOWN)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function iconOf({ mediaType }: FileEntry) {
  if (mediaType.startsWith('image/')) return iconImage;
  if (mediaType.startsWith('audio/')) return iconVolume2;
  return mediaType.startsWith('video/') ? iconVideo : iconFile;
}
