// Pictures that forms send without script.
import type { RequestContext } from '../../http/gates/context.ts';
import { readFormFile } from '../../http/routing/body.ts';
import { isRefusal } from '../../kernel/refusal.ts';

/** As much as the routes of pictures take. */
const PICTURE_BYTES_MAX = 2 * 1024 * 1024;
/** Statuses with which these routes refuse a picture that does not fit. */
export const UNFIT: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** The picture in a field; undefined when none was chosen, or one that is too large to read. */
export const readPicture = (
  context: RequestContext,
  field: string,
  bytesMax = PICTURE_BYTES_MAX,
): Promise<File | undefined> =>
  readFormFile(context, field, bytesMax).catch((error: unknown) => {
    if (isRefusal(error, 'request_too_large')) return undefined;
    throw error;
  });
