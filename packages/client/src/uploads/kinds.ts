// Media types by file extension. Only the service decides what it accepts and what a file really is.

/** Extensions by media type. Browsers report some of these types under other names, or not at all. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'hif'],
  'image/heif': ['heif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
};

/** Extensions of media types, for a file picker. */
export const extensionsOf = (mediaTypes: readonly string[]): readonly string[] =>
  mediaTypes.flatMap((type) => EXTENSIONS[type] ?? []);

/** Media type of a file by its name; undefined if the extension is unknown. */
export function mediaTypeOf(fileName: string): string | undefined {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return Object.entries(EXTENSIONS).find(([, known]) => extension !== undefined && known.includes(extension))?.[0];
}
