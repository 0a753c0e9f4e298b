// The addresses of the uploaded icon and of the picture of the home page: paths of this instance that contain the beginning of a
// digest.
export const PICTURE_NAMES = ['favicon', 'hero'] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];

/** The setting that names a picture. */
export const PICTURE_SETTINGS = { favicon: 'faviconUrl', hero: 'heroUrl' } as const;

const NAMED = /^\/api\/v1\/instance\/(favicon|hero)\?v=([0-9a-f]{16})$/;
const NAMED_DIGITS = 16;

export const pictureAddress = (name: PictureName, sha256: string): string =>
  `/api/v1/instance/${name}?v=${sha256.slice(0, NAMED_DIGITS)}`;

/** The beginning of the digest that a setting names; undefined: there is no picture. */
export function pictureDigestOf(name: PictureName, address: string | null | undefined): string | undefined {
  const [, named, digits] = NAMED.exec(address ?? '') ?? [];
  return named === name ? digits : undefined;
}
