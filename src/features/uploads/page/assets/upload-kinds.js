// Which kinds of file the upload page knows, by extension. What the service accepts, and what a file really is, the service says.

/** Media types by extension; browsers know some of them by other names, or not at all. */
const TYPES = {
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
/** Extensions of the accepted media types, for the file picker. */
export const extensionsOf = (mediaTypes) => mediaTypes.flatMap((type) => TYPES[type] ?? []);

/** Media type of a file by its name; undefined when it is none of ours. */
export const mediaTypeOf = (fileName) => {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return Object.keys(TYPES).find((type) => TYPES[type].includes(extension));
};
