// The uploaded logo: received like an avatar, decoded and re-encoded by the confined process before anything is stored.
import { rm } from 'node:fs/promises';
import type { BodyContext } from '../../../http/routing/body.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { makeWorkFolder } from '../../../platform/files/work-folder.ts';
import { processPicture } from '../../../platform/media/picture/process.ts';
import type { PictureTask } from '../../../platform/media/picture/task.ts';
import { receivePicture } from '../../accounts/profile/avatar-image.ts';
import type { Logo } from '../common/store.ts';

const LOGO_BYTES_MAX = 2 * 1024 * 1024;
/** Longest side of the stored logo. */
const SIDE = 256;
const MEBIBYTE = 1024 * 1024;
const SECONDS_MAX = 30;

const TASK: PictureTask = {
  limits: { pixels: 16_000_000, memoryBytes: 512 * MEBIBYTE, processorSeconds: 20, fileBytes: MEBIBYTE },
  outputs: [{ width: SIDE, height: SIDE, fit: 'inside', format: 'webp', quality: 90 }],
};

/** Reads the picture of a request and makes the logo of it. */
export async function receiveLogo(context: BodyContext): Promise<Logo> {
  const refusals = { unsupported: 'unsupported_logo', size: 'invalid_logo_size' } as const;
  const { bytes } = await receivePicture(context, { bytesMax: LOGO_BYTES_MAX, ...refusals });
  const folder = await makeWorkFolder('picture');
  try {
    const inputPath = `${folder}/logo`;
    await Bun.write(inputPath, bytes);
    await using outcome = await processPicture({ inputPath, task: TASK, seconds: SECONDS_MAX });
    const [made] = outcome.result.ok ? outcome.result.outputs : [];
    // Its structure was right, so the pixels are not.
    if (made === undefined) throw new Refusal('unsupported_logo');
    const picture = await Bun.file(made.path).bytes();
    return { bytes: picture, sha256: sha256Hex(picture) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
