// The game client of a folder: which of its files has which role, told by their names. Pure.
import { isMasterFileName, isPlatform } from '../../kernel/names.ts';
import type { SnapshotInput } from '../release/snapshot/descriptor-schema.ts';
import { code, type LeftOut, type Reason } from './reason.ts';

export interface DraftedClient {
  readonly gameClient: SnapshotInput['gameClient'];
  readonly exclude: readonly string[];
}

const VERSION_FILE = 'MasterDataSystemVersion.txt';
const CATALOG = /^catalog.*\.bin$/;
const HASHED_CATALOG = /^catalog.*[0-9a-f]{32}\.bin$/i;

/** The section `gameClient`; a client whose files do not tell their roles is left out. */
export function draftGameClient(locals: readonly string[], reasons: Reason[], leftOut: LeftOut[]): DraftedClient {
  const paths = locals.filter((local) => local.startsWith('game-client/')).map((local) => local.split('/').slice(1));
  if (paths.length === 0) return { gameClient: undefined, exclude: [] };
  const refuse = (why: string): DraftedClient => {
    leftOut.push({ path: 'game-client', why: `${why}; \`exclude\` leaves it out` });
    return { gameClient: undefined, exclude: ['game-client/**'] };
  };
  const filesIn = (folder: string): readonly string[] =>
    paths.flatMap(([first, name, ...rest]) =>
      first === folder && name !== undefined && rest.length === 0 ? [name] : [],
    );
  const platforms = [...new Set(paths.map(([first = '']) => first))].filter((name) => name !== 'master');
  const [platform = ''] = platforms;
  if (platforms.length !== 1 || !isPlatform(platform) || platform === 'bundles') {
    return refuse('beside `master` it must have the folder of one platform');
  }
  const master = filesIn('master');
  if (!master.includes(VERSION_FILE)) return refuse(`it has no ${code(`master/${VERSION_FILE}`)}`);
  if (master.some((name) => name !== VERSION_FILE && !isMasterFileName(name))) {
    return refuse('a file in `master` is not named `Master….bin`');
  }
  const own = filesIn(platform);
  const hashes = own.filter((name) => name.endsWith('.hash'));
  const catalogs = own.filter((name) => CATALOG.test(name));
  const hashed = catalogs.filter((name) => HASHED_CATALOG.test(name));
  const plain = catalogs.filter((name) => !hashed.includes(name));
  const [catalogFile, catalogHashFile, embeddedCatalogFile] = [hashed[0], hashes[0], plain[0]];
  if (catalogFile === undefined || catalogHashFile === undefined || embeddedCatalogFile === undefined) {
    return refuse('its catalog, the hash of the catalog and the embedded catalog cannot be told by their names');
  }
  if (hashed.length + hashes.length + plain.length > 3)
    return refuse('several of its files may be the catalog or its hash');
  const why = `one catalog has a hash in its name, ${code(embeddedCatalogFile)} has none, and there is one file of a hash`;
  reasons.push({ resource: undefined, what: `\`gameClient\` is the client for ${code(platform)}`, why });
  return { gameClient: { platform, catalogFile, catalogHashFile, embeddedCatalogFile }, exclude: [] };
}
