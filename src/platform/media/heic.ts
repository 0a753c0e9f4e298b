// Decodes HEIC and HEIF pictures with libheif (WebAssembly). Crop, tiles, rotation and mirroring are applied; only the
// primary picture is decoded. Runs only in the confined child process.
import { createRequire } from 'node:module';

export interface RawPicture {
  /** RGBA, four bytes per pixel. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    target: { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number },
    done: (shown: unknown) => void,
  ): void;
}

interface Heif {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): readonly HeifImage[] };
}

/** Decodes a picture of at most `pixels` pixels. Throws when the bytes are not a picture or it is larger. */
export async function decodeHeic(bytes: Uint8Array, pixels: number): Promise<RawPicture> {
  // The package has no types for the decoder. It is loaded on demand because loading is slow.
  const library: Heif = createRequire(import.meta.url)('libheif-js/wasm-bundle');
  const images = new library.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) throw new Error('no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > pixels) throw new Error('exceeds pixel limit');
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (shown) => {
      if (shown) resolve();
      else reject(new Error('not decodable'));
    });
  });
  return { data: new Uint8Array(data.buffer), width, height };
}
