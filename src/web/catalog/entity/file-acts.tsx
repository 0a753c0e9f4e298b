/** @jsxImportSource preact */
// An entity that is a file of the release: the ways to the file, and what is known of it.
import type { ComponentChildren, VNode } from 'preact';
import { ENTITY_MESSAGES, FILE_MESSAGES } from '../../messages/catalog.ts';
import { LinkButton } from '../../ui/button.tsx';
import { iconDownload, iconFile } from '../../ui/icons.ts';
import { fileAddress, filesPath } from '../common/file-addresses.ts';
import { readFile } from '../common/file-entity.ts';
import { type CatalogProps, rawPath } from '../common/reads.ts';
import type { EntityData } from './entity-data.ts';

interface FileProps extends CatalogProps {
  readonly data: Pick<EntityData, 'summary'>;
}

/** Download, and the page of the file. */
export function FileActs({ catalog, data: { summary } }: FileProps): VNode | null {
  const { page, server } = catalog;
  const { path } = readFile(catalog, summary.entity);
  if (path === undefined) return null;
  const say = page.sayFrom(ENTITY_MESSAGES);
  return (
    <p class="row">
      <LinkButton icon={iconDownload} href={rawPath(catalog, fileAddress(server.id, path))} download>
        {say('download')}
      </LinkButton>
      <LinkButton icon={iconFile} href={filesPath(catalog, path)}>
        {say('fileDetails')}
      </LinkButton>
    </p>
  );
}

interface FileFact {
  readonly label: string;
  readonly value: ComponentChildren;
}

/** Type, size, dimensions or length, and where it is. */
export function fileFacts({ catalog, data: { summary } }: FileProps): readonly FileFact[] {
  const say = catalog.page.sayFrom(FILE_MESSAGES);
  const { path, type, size, dimensions, length } = readFile(catalog, summary.entity);
  return [
    { label: say('type'), value: type },
    { label: say('size'), value: size },
    { label: say('dimensions'), value: dimensions },
    { label: say('length'), value: length },
    { label: say('address'), value: path },
  ].filter(({ value }) => value !== undefined);
}
