/** @jsxImportSource preact */
// A picture of the release in its true size, with narrow versions for narrow places. Their addresses name the release, so that
// a browser keeps them; those of the original follow the page.
import type { VNode } from 'preact';
import { PICTURE_WIDTHS } from '../../../features/pictures/contract.ts';
import { isMeasurable } from '../../../platform/media/measure.ts';
import { writeQuery } from '../../shell/page-context.ts';
import { useProvisional } from '../../ui/page-end.ts';
import { Picture } from '../../ui/picture.tsx';
import { type Catalog, type CatalogProps, rawPath } from './reads.ts';
import type { ReleaseFile } from './values.ts';

export interface ReleasePictureProps extends CatalogProps {
  readonly file: ReleaseFile;
  /** Empty beside a title that says the same. */
  readonly alt: string;
  /** Width on the page, as `sizes` writes it. */
  readonly sizes: string;
  /** Side of the square that stands for a picture of unknown size. */
  readonly side: number;
  /** Whether it is on the first screen. */
  readonly first?: boolean;
}

export function ReleasePicture({ catalog, file, alt, sizes, side, first = false }: ReleasePictureProps): VNode {
  const picture = describePicture(catalog, file, side);
  useProvisional(isMeasurable(file.releasePath) && sizeOf(catalog, file) === undefined);
  return <Picture {...picture} alt={alt} first={first} sizes={picture.sources.length === 0 ? undefined : sizes} />;
}

/** Address, size and narrow versions of a picture, as plain values. */
export function describePicture(catalog: Catalog, file: ReleaseFile, side: number) {
  const { width, height } = sizeOf(catalog, file) ?? { width: side, height: side };
  // The address of a drawing is a download, so that pages show a picture that is made of it.
  if (/\.svg$/i.test(file.releasePath)) {
    const made = DRAWING_WIDTHS.map((one) => [narrowPath(catalog, file, one), one] as const);
    return { src: narrowPath(catalog, file, DRAWING_WIDTH), width, height, sources: made };
  }
  return { src: rawPath(catalog, file.path), width, height, sources: narrowVersions(catalog, file) };
}

/** Pixels of a picture; undefined while they are not known. */
export function sizeOf({ media }: Catalog, { releasePath }: ReleaseFile) {
  const measure = media.of(releasePath);
  return measure !== undefined && 'width' in measure ? measure : undefined;
}

/** Addresses of the narrow versions with the width that each has; none for a picture of unknown size. */
function narrowVersions(catalog: Catalog, file: ReleaseFile): readonly (readonly [src: string, width: number])[] {
  const size = sizeOf(catalog, file);
  if (size === undefined) return [];
  const narrower = PICTURE_WIDTHS.filter((width) => width < size.width);
  // The next width holds the whole picture, since nothing is enlarged.
  const whole = PICTURE_WIDTHS[narrower.length];
  const addressOf = (width: number): string => narrowPath(catalog, file, width);
  return [
    ...narrower.map((width) => [addressOf(width), width] as const),
    ...(whole === undefined
      ? [[rawPath(catalog, file.path), size.width] as const]
      : [[addressOf(whole), size.width] as const]),
  ];
}

const DRAWING_WIDTH = 384;
const DRAWING_WIDTHS = PICTURE_WIDTHS.filter((width) => width <= DRAWING_WIDTH);

/** Address of a narrow version, at the release that the page shows. */
function narrowPath({ page, server, releaseId }: Catalog, { releasePath }: ReleaseFile, width: number): string {
  const path = releasePath.split('/').map(encodeURIComponent).join('/');
  return `${page.basePath}/pictures/${server.id}/${width}/${path}${writeQuery({ release: releaseId })}`;
}
