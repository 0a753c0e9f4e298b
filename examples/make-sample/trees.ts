// The trees that a game's own client knows: master tables, the bundle catalog, bundles, their unpacked object lists and
// one source record for each picture. All contents are small stand-ins in a made-up container, but every length, digest
// and reference in them is true.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Json } from './catalog.ts';

export interface OutputFile {
  /** Path below the snapshot. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export const PLATFORM = 'Android';
export const CATALOG_HASH_FILE = 'catalog_main.hash';
export const EMBEDDED_CATALOG_FILE = 'catalog_main.bin';

const digest = (algorithm: 'md5' | 'sha256', bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex');

/** `MasterBand.bin` and its like: magic, row count, then a gzip of one JSON row a line. */
export function makeMasterTables(rows: ReadonlyMap<string, readonly Json[]>): readonly OutputFile[] {
  const tables = [...rows].map(([name, list]) => {
    const head = Buffer.from('LHT1\0\0\0\0', 'latin1');
    head.writeUInt32LE(list.length, 4);
    const body = gzipSync(list.map((row) => JSON.stringify(row)).join('\n'), { level: 9 });
    return { path: `game-client/master/Master${name}.bin`, bytes: Buffer.concat([head, body]) };
  });
  return [{ path: 'game-client/master/MasterDataSystemVersion.txt', bytes: Buffer.from('1.5.0\n') }, ...tables];
}

interface Bundle {
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
  readonly members: readonly OutputFile[];
}

/** One bundle a folder of pictures, named with the MD5 of its bytes, and one without a digest in its name. */
function makeBundles(pictures: readonly OutputFile[]): readonly Bundle[] {
  const groups = new Map<string, OutputFile[]>();
  for (const picture of pictures) {
    const name = picture.path.split('/')[3]?.toLowerCase() ?? 'startup';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [picture]);
    else group.push(picture);
  }
  return [...groups].map(([name, members]) => {
    const lines = members.map(({ path, bytes }) => `${digest('sha256', bytes)} ${bytes.length} ${path}`);
    const bytes = Buffer.concat([Buffer.from('LHBF\x01', 'latin1'), gzipSync(lines.join('\n'), { level: 9 })]);
    const file = name === 'ui' ? 'startup.bundle' : `${name}_assets_${digest('md5', bytes)}.bundle`;
    return { name, file, sha256: digest('sha256', bytes), bytes, members };
  });
}

export interface ClientTrees {
  readonly files: readonly OutputFile[];
  /** For the descriptor. */
  readonly catalogFile: string;
}

/** Client files, artifacts, object lists and source records over the sample's pictures. */
export function makeClientTrees(pictures: readonly OutputFile[]): ClientTrees {
  const bundles = makeBundles(pictures);
  const listing = JSON.stringify(bundles.map(({ file, sha256, bytes }) => [file, sha256, bytes.length]));
  const catalog = Buffer.concat([Buffer.from('LHC1', 'latin1'), gzipSync(listing, { level: 9 })]);
  const catalogHash = digest('md5', catalog);
  const catalogFile = `catalog_${catalogHash}.bin`;
  const client = `game-client/${PLATFORM}`;
  const files: OutputFile[] = [
    { path: `${client}/${catalogFile}`, bytes: catalog },
    { path: `${client}/${CATALOG_HASH_FILE}`, bytes: Buffer.from(catalogHash) },
    { path: `${client}/${EMBEDDED_CATALOG_FILE}`, bytes: Buffer.concat([catalog, Buffer.from('embedded')]) },
  ];
  for (const bundle of bundles) {
    files.push({ path: `${client}/${bundle.file}`, bytes: bundle.bytes });
    files.push({ path: `artifacts/android/bundles/${bundle.file}`, bytes: bundle.bytes });
    const objects = bundle.members.map(({ path }, index) =>
      JSON.stringify({ pathId: index + 1, type: 'Texture2D', path }),
    );
    files.push({ path: `objects/unity/${bundle.name}.jsonl.gz`, bytes: gzipSync(objects.join('\n'), { level: 9 }) });
    bundle.members.forEach((member, index) => {
      files.push(makeSourceRecord(bundle, member, index + 1));
    });
  }
  return { files, catalogFile };
}

function makeSourceRecord(bundle: Bundle, member: OutputFile, pathId: number): OutputFile {
  const sourcePath = member.path.replace(/^assets\//, '');
  const record = {
    schema: 'service-unity-source-v1',
    sourcePath,
    basePath: sourcePath.replace(/\((?:en|ko|zh-Hans|zh-Hant)\)(?=\.)/, ''),
    serializedFile: `CAB-${digest('md5', Buffer.from(bundle.name))}`,
    contentSha256: digest('sha256', member.bytes),
    selectedOrigin: bundle.file === 'startup.bundle' ? 'embedded-package' : 'remote-catalog',
    selectedBundle: bundle.sha256,
    candidateBundles: [{ sha256: bundle.sha256, originalFilename: bundle.file, origin: 'remote-catalog' }],
    rootTypes: ['Texture2D'],
    rootObjects: [pathId],
    preloadObjects: [],
    preloadObjectCount: 0,
    outputs: [
      {
        path: member.path,
        role: 'texture',
        type: 'Texture2D',
        objectId: pathId,
        bytes: member.bytes.length,
        sha256: digest('sha256', member.bytes),
        bundleSha256: bundle.sha256,
      },
    ],
    objectArchive: {
      format: 'service-unity-objects-jsonl-v1',
      path: `objects/unity/${bundle.name}.jsonl.gz`,
      objectCount: bundle.members.length,
      failedObjectCount: 0,
    },
    descriptor: `metadata/sources/${sourcePath}.json`,
  };
  return { path: `sources/${sourcePath}.json`, bytes: Buffer.from(`${JSON.stringify(record)}\n`) };
}
