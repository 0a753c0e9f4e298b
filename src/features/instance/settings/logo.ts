// The uploaded pictures of the instance: received like an avatar, decoded and re-encoded by the confined process before anything is stored.
import { rm } from 'node:fs/promises';
import type { BodyContext } from '../../../http/routing/body.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { makeWorkFolder } from '../../../platform/files/work-folder.ts';
import { processPicture } from '../../../platform/media/picture/process.ts';
import type { PictureTask } from '../../../platform/media/picture/task.ts';
import { type PictureRules, receivePicture } from '../../accounts/profile/avatar-image.ts';
import type { PictureName } from '../common/picture-address.ts';
import type { Logo } from '../common/store.ts';

const LOGO_BYTES_MAX = 2 * 1024 * 1024;
/** Longest side of the stored logo. */
const SIDE = 256;
const MEBIBYTE = 1024 * 1024;
const SECONDS_MAX = 30;

const LIMITS = { pixels: 16_000_000, memoryBytes: 512 * MEBIBYTE, processorSeconds: 20, fileBytes: MEBIBYTE } as const;
type Output = PictureTask['outputs'][number];

const LOGO: Output = { width: SIDE, height: SIDE, fit: 'inside', format: 'webp', quality: 90 };
const PICTURE_BYTES_MAX = { favicon: 2 * MEBIBYTE, hero: 8 * MEBIBYTE } as const satisfies Readonly<
  Record<PictureName, number>
>;
/** Not all browsers accept a WebP icon. */
const PICTURES: Readonly<Record<PictureName, Output>> = {
  favicon: { width: 192, height: 192, fit: 'inside', format: 'png', quality: 100 },
  hero: { width: 1920, height: 1080, fit: 'inside', format: 'webp', quality: 80 },
};

/** Reads the picture of a request and makes the logo of it. */
export const receiveLogo = (context: BodyContext): Promise<Logo> =>
  receive(context, LOGO, { bytesMax: LOGO_BYTES_MAX, unsupported: 'unsupported_logo', size: 'invalid_logo_size' });

/** Reads the picture of a request and makes the icon, or the picture of the home page, of it. */
export async function receiveInstancePicture(context: BodyContext, name: PictureName) {
  const bytesMax = PICTURE_BYTES_MAX[name];
  const rules = { bytesMax, unsupported: 'unsupported_picture', size: 'invalid_picture_size' } as const;
  return { ...(await receive(context, PICTURES[name], rules)), name };
}

async function receive(context: BodyContext, output: Output, rules: PictureRules): Promise<Logo> {
  const { bytes } = await receivePicture(context, rules);
  const folder = await makeWorkFolder('picture');
  try {
    const inputPath = `${folder}/logo`;
    await Bun.write(inputPath, bytes);
    const task = { limits: LIMITS, outputs: [output] };
    await using outcome = await processPicture({ inputPath, task, seconds: SECONDS_MAX });
    const [made] = outcome.result.ok ? outcome.result.outputs : [];
    // Its structure was right, so the pixels are not.
    if (made === undefined) throw new Refusal(rules.unsupported);
    const picture = await Bun.file(made.path).bytes();
    return { bytes: picture, sha256: sha256Hex(picture) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
