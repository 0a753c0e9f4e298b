/** @jsxImportSource preact */
// An entity that is a file of the release: the ways to the file, and what is known of it.
import type { ComponentChildren, VNode } from 'preact';
import { ENTITY_MESSAGES, FILE_MESSAGES } from '../../messages/catalog.ts';
import { LinkButton } from '../../ui/button.tsx';
import { iconDownload, iconFile } from '../../ui/icons.ts';
import { fileAddress, filesPath } from '../common/file-addresses.ts';
import { readFile } from '../common/file-entity.ts';
import { type Catalog, rawPath } from '../common/reads.ts';
import type { EntityData } from './entity-data.ts';

interface FileProps {
  readonly catalog: Catalog;
  readonly data: Pick<EntityData, 'summary'>;
}

/** Download, and the page of the file. */
export function FileActs({ catalog, data: { summary } }: FileProps): VNode | null {
  const { page, server } = catalog;
  const { path } = readFile(catalog, summary.entity);
  if (path === undefined) return null;
  const words = page.words(ENTITY_MESSAGES);
  return (
    <p class="row">
      <LinkButton icon={iconDownload} href={rawPath(catalog, fileAddress(server.id, path))} download>
        {page.say(words.download)}
      </LinkButton>
      <LinkButton icon={iconFile} href={filesPath(catalog, path)}>
        {page.say(words.fileDetails)}
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
  const { page } = catalog;
  const words = page.words(FILE_MESSAGES);
  const { path, type, size, dimensions, length } = readFile(catalog, summary.entity);
  return [
    { label: page.say(words.type), value: type },
    { label: page.say(words.size), value: size },
    { label: page.say(words.dimensions), value: dimensions },
    { label: page.say(words.length), value: length },
    { label: page.say(words.address), value: path },
  ].filter(({ value }) => value !== undefined);
}
