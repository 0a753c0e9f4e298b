/** @jsxImportSource preact */
// Preview of a file (picture, sound, text), on its own page and beside its folder.
import type { VNode } from 'preact';
import { FILE_MESSAGES } from '../../messages/catalog.ts';
import { fileAddress, fileName } from '../common/file-addresses.ts';
import { type CatalogProps, rawPath } from '../common/reads.ts';
import { ReleasePicture } from '../common/release-picture.tsx';
import { fileOf } from '../common/values.ts';
import type { FileData } from './files-data.ts';

export interface FilePreviewProps extends CatalogProps {
  readonly data: Pick<FileData, 'path' | 'file' | 'preview'>;
  /** Width of a picture on the page, as `sizes` writes it. */
  readonly sizes: string;
  readonly first?: boolean;
}

export function FilePreview({ catalog, data, sizes, first = false }: FilePreviewProps): VNode {
  const { path, file, preview } = data;
  const { page, server } = catalog;
  const say = page.sayFrom(FILE_MESSAGES);
  const address = rawPath(catalog, fileAddress(server.id, path));
  const name = fileName(path);
  switch (preview.kind) {
    case 'picture': {
      const picture = fileOf(file.path, server.id);
      return picture === undefined ? (
        <p>{say('noPreview')}</p>
      ) : (
        <a class="file-picture" href={address}>
          <ReleasePicture catalog={catalog} file={picture} alt={name} sizes={sizes} side={480} first={first} />
        </a>
      );
    }
    case 'sound':
      // biome-ignore lint/a11y/useMediaCaption: a release holds no captions of its sounds
      return <audio controls preload="none" src={address} aria-label={name} />;
    case 'film':
      // biome-ignore lint/a11y/useMediaCaption: a release holds no captions of its films
      return <video class="file-film" controls preload="metadata" src={address} aria-label={name} />;
    case 'text':
      return (
        <pre class="code-block file-text" tabIndex={0} dir="auto">
          <code>{preview.text}</code>
        </pre>
      );
    case 'tooLarge':
      return <p>{say('tooLarge')}</p>;
    case 'none':
      return <p>{say('noPreview')}</p>;
  }
}
