/** @jsxImportSource preact */
// A list of files of the release: picture or icon, name, type, size in words, dimensions and length.
import type { VNode } from 'preact';
import { FILE_MESSAGES } from '../../messages/catalog.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconFile, iconImage, iconVideo, iconVolume2 } from '../../ui/icons.ts';
import { type FileWords, kindOfFile, readFile } from '../common/file-entity.ts';
import { DataText } from '../common/frame.tsx';
import { type CatalogProps, type EntitySummary, entityPath } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { type EntityTableProps, SortHead } from './entity-table.tsx';

const SIDE = 40;
const ICONS = { picture: iconImage, sound: iconVolume2, film: iconVideo, other: iconFile } as const;

/** Columns with the field by which each is ordered. */
const COLUMNS = [
  ['type', 'mediaType'],
  ['size', 'bytes'],
  ['dimensions', 'width'],
  ['length', 'seconds'],
] as const;

export function FileTable({ catalog, list, caption, hrefOf }: EntityTableProps): VNode {
  const say = catalog.page.sayFrom(FILE_MESSAGES);
  const rows = list.items.map((item) => ({ item, file: readFile(catalog, item.entity) }));
  const columns = COLUMNS.filter(([name]) => rows.some(({ file }) => file[name] !== undefined));
  return (
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class="entity-table file-list">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{say('name')}</th>
            {columns.map(([name, path]) => (
              <SortHead key={name} list={list} path={path} label={say(name)} hrefOf={hrefOf} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, file }) => (
            <tr key={item.id}>
              <th scope="row">
                <a href={entityPath(catalog, list.resource, item.id)}>
                  <FileSign catalog={catalog} item={item} file={file} />
                  <DataText text={item.title} />
                </a>
              </th>
              {columns.map(([name]) => (
                <td key={name} data-label={say(name)}>
                  {file[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FileSignProps extends CatalogProps {
  readonly item: EntitySummary;
  readonly file: FileWords;
}

const FileSign = ({ catalog, item: { picture }, file }: FileSignProps): VNode => (
  <span class="cell-picture">
    {picture === undefined ? (
      <Icon shape={ICONS[kindOfFile(file)]} />
    ) : (
      <ReleasePicture catalog={catalog} file={picture} alt="" sizes="40px" side={SIDE} />
    )}
  </span>
);
