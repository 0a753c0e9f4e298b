/** @jsxImportSource preact */
// Files that changed between two releases: pictures as they were and as they are, sounds with a player, others by path.
import type { VNode } from 'preact';
import { RELEASE_MESSAGES } from '../../messages/catalog.ts';
import { Button } from '../../ui/button.tsx';
import { colonIn } from '../../ui/text/punctuation.ts';
import { fileAddress, fileName, filesPath } from '../common/file-addresses.ts';
import { type Catalog, type CatalogProps, rawPath } from '../common/reads.ts';
import { ReleasePicture, sizeOf } from '../common/release-picture.tsx';
import { fileOf } from '../common/values.ts';
import type { ChangedFile } from './changes-data.ts';

export interface FileChangesProps extends CatalogProps {
  readonly before: Catalog;
  readonly files: readonly ChangedFile[];
}

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

const isPicture = ({ mediaType }: ChangedFile): boolean => /^image\/(?:png|jpeg|webp|gif)$/.test(mediaType);
const isSound = ({ mediaType, change }: ChangedFile): boolean => mediaType.startsWith('audio/') && change !== 'removed';

export function FileChanges({ catalog, before, files }: FileChangesProps): VNode {
  const pictures = files.filter(isPicture);
  const sounds = files.filter(isSound);
  const others = files.filter((file) => !isPicture(file) && !isSound(file));
  return (
    <>
      {pictures.length > 0 && (
        <ul class="picture-changes">
          {pictures.map((file) => (
            <li key={file.path} class="card">
              <PictureChange catalog={catalog} before={before} file={file} />
            </li>
          ))}
        </ul>
      )}
      {sounds.length > 0 && (
        <ul class="plain-list sounds">
          {sounds.map((file) => (
            <li key={file.path}>
              <ChangeName catalog={catalog} before={before} file={file} />
              {/* biome-ignore lint/a11y/useMediaCaption: a release holds no captions of its sounds */}
              <audio
                controls
                preload="none"
                src={rawPath(catalog, fileAddress(catalog.server.id, file.path))}
                aria-label={fileName(file.path)}
              />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul class="plain-list file-changes">
          {others.map((file) => (
            <li key={file.path}>
              <ChangeName catalog={catalog} before={before} file={file} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface FileProps extends Omit<FileChangesProps, 'files'> {
  readonly file: ChangedFile;
}

function ChangeName({ catalog, before, file: { path, change } }: FileProps): VNode {
  const say = catalog.page.sayFrom(RELEASE_MESSAGES);
  return (
    <span class="change-name">
      <span aria-hidden="true">{SIGNS[change]}</span>
      <span class="unseen">{say(change === 'changed' ? 'altered' : change, { count: 1 })}</span>
      <a href={filesPath(change === 'removed' ? before : catalog, path)}>
        <code>{path}</code>
      </a>
    </span>
  );
}

/** The picture before and after, at the same size; what was added or removed has one side. */
function PictureChange({ catalog, before, file }: FileProps): VNode {
  const { page } = catalog;
  const say = page.sayFrom(RELEASE_MESSAGES);
  const { path, change } = file;
  const sides = [
    ...(change === 'added' ? [] : [{ side: before, label: say('before') }]),
    ...(change === 'removed' ? [] : [{ side: catalog, label: say('after') }]),
  ];
  return (
    <div class="stack picture-change" data-sides={sides.length === 2 ? '' : undefined}>
      <ChangeName catalog={catalog} before={before} file={file} />
      <div class="picture-sides">
        {sides.map(({ side, label }) => {
          const picture = fileOf(path, side.server.id);
          const size = picture && sizeOf(side, picture);
          return picture === undefined ? null : (
            <figure key={side.releaseId}>
              <ReleasePicture
                catalog={side}
                file={picture}
                alt={`${label}${colonIn(page.locale)}${picture.name}`}
                sizes="(max-width: 640px) 45vw, 240px"
                side={240}
              />
              <figcaption class="meta">
                {label}
                {size !== undefined && ` ${size.width} × ${size.height}`}
              </figcaption>
            </figure>
          );
        })}
      </div>
      {sides.length === 2 && <SidesSlider catalog={catalog} path={path} />}
    </div>
  );
}

/** Lays two pictures over each other; client/sliders/picture-sides.ts brings it to life. */
function SidesSlider({ catalog: { page }, path }: CatalogProps & { readonly path: string }): VNode {
  const say = page.sayFrom(RELEASE_MESSAGES);
  const name = fileName(path);
  return (
    <div class="needs-script sides-tools">
      <Button type="button" aria-pressed="false" aria-label={`${say('layOver')}${colonIn(page.locale)}${name}`}>
        {say('layOver')}
      </Button>
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value="50"
        hidden
        data-say={say('shownBefore', { percent: '{percent}' })}
        aria-label={`${say('sidesSlider')}${colonIn(page.locale)}${name}`}
        aria-valuetext={say('shownBefore', { percent: '50' })}
      />
    </div>
  );
}
