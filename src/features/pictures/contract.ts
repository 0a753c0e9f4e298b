// Resized (narrower) versions of the pictures of a release, for pages (extensions, part 11).
import { z } from 'zod';
import { defineContract, type Parameter } from '../../http/routing/contract.ts';
import { late } from '../../http/routing/declarations.ts';
import { releaseRead, serverParameter } from '../release/serve/contract.ts';

/** Widths that are made. */
export const PICTURE_WIDTHS = [96, 192, 384, 768] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

const width = {
  schema: z
    .enum(['96', '192', '384', '768'])
    .transform((text): PictureWidth => PICTURE_WIDTHS.find((one) => String(one) === text) ?? 96)
    .describe('Width in pixels that the picture has at most'),
  refusal: 'not_found',
  wire: { type: 'integer', enum: PICTURE_WIDTHS },
} as const satisfies Parameter;
const path = late(
  z.string().min(1).max(1024).describe('Release path: `assets/…`, `runtime/…` or `objects/…`, several segments'),
  'not_found',
);

export const picturesContract = defineContract({
  pictureRead: {
    ...releaseRead,
    path: '/pictures/{server}/{width}/{path...}',
    section: 'Release media and files',
    summary: 'A picture of the release as WebP, at most this wide',
    description:
      'Paths, pins and the localized fallback are those of the media routes. Pictures are never enlarged. What cannot be made ' +
      'now, or cannot be decoded, is answered with 302 and the address of the original, which may not be stored.',
    dialect: 'plain',
    params: { server: { ...serverParameter, refusal: 'not_found' }, width, path },
    answers: {
      200: { description: 'The picture', mediaType: 'image/webp' },
      302: { description: 'Leads to the original' },
      304: { description: 'Not modified' },
    },
    refusals: ['object_corrupt'],
  },
});
