// Converts Live2d build data to a model that a viewer can load (provider sheet, 3.12 and 5). Pure. Files are linked
// through our raw route; a texture that cannot be linked leaves its slot empty.
import type { Region } from '../common/rules.ts';
import { createLinks } from '../common/upstream-paths.ts';
import { listOf, recordOf, recordsOf, textOf } from './shapes.ts';

interface NamedFile {
  readonly bundle: string;
  readonly file: string;
}

const BUNDLE = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;
const FILE = /^[A-Za-z0-9_()!'-][A-Za-z0-9_.()!' -]*$/;

/** The file of an entry, without upstream's suffix for packed bytes. */
function readFile(value: unknown): NamedFile | undefined {
  const entry = recordOf(value);
  const [bundle, file] = [textOf(entry.bundleName), textOf(entry.fileName)?.replace(/\.bytes$/, '')];
  if (bundle === undefined || file === undefined || !BUNDLE.test(bundle) || !FILE.test(file)) return undefined;
  return { bundle, file };
}

/**
 * The model of build data from `server`, and the location of its transition asset, which names the default motion;
 * undefined without a `.moc` or without textures.
 */
export function planLive2d(id: string, buildData: unknown, server: Region) {
  const base = recordOf(recordOf(buildData).Base);
  const links = createLinks(server);
  const addressOf = ({ bundle, file }: NamedFile): string => links.bundleFile(bundle, file);
  const model = readFile(base.model);
  if (model === undefined || !model.file.endsWith('.moc')) return undefined;
  const textures = listOf(base.textures).map((entry) => {
    const texture = readFile(entry);
    if (texture === undefined) return '';
    return addressOf({ ...texture, file: texture.file.includes('.') ? texture.file : `${texture.file}.png` });
  });
  if (textures.every((texture) => texture === '')) return undefined;
  const physics = readFile(base.physics);
  const named = (entries: unknown, suffix: RegExp) =>
    recordsOf(entries).flatMap((entry) => {
      const file = readFile(entry);
      return file === undefined ? [] : [{ name: file.file.replace(suffix, ''), runtime: addressOf(file) }];
    });
  const transition = readFile(base.transition);
  return {
    view: {
      id,
      live2dKey: id,
      resourceRef: `provider:live2d:${id}`,
      sourceServer: server,
      profile: { position: { x: 0, y: 0 }, scale: 1 },
      runtime: {
        model: '',
        moc: addressOf(model),
        physics: physics === undefined ? null : addressOf(physics),
        textures,
        motions: named(base.motions, /\.mtn$/),
        expressions: named(base.expressions, /\.exp(?:\.json)?$/),
      },
    },
    transition: transition && {
      ...transition,
      file: transition.file.endsWith('.asset') ? transition.file : `${transition.file}.asset`,
    },
  };
}

/** Adds the default motion named by a transition asset. */
export function withDefaultMotion<View extends object>(
  view: View,
  transition: unknown,
): View & { readonly defaultMotionName?: string } {
  const { defaultMotion } = recordOf(recordOf(transition).Base);
  const motion = textOf(defaultMotion) ?? textOf(recordOf(defaultMotion).fileName);
  const name = motion?.replace(/\.bytes$/, '').replace(/\.mtn$/, '');
  return name === undefined || name === '' ? view : { ...view, defaultMotionName: name };
}
