// Where routes are in the source: the line of their contract entry and the line of their handler. Found by searching the
// text, which works because every path and every id is written out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../http/routing/contract.ts';
import { PACKAGE_ROOT } from '../platform/config/package-root.ts';

export interface RouteSource {
  /** `file:line`, relative to the package. */
  readonly contract: string;
  readonly handler: string;
}

interface SourceLine {
  readonly place: string;
  readonly text: string;
}

/** The pages are a floor of their own. */
const folderOf = (feature: string): string =>
  feature === 'web' ? join('src', 'web') : join('src', 'features', feature);

/** Lines of all files of a feature with this name. */
function readLines(feature: string, name: string): readonly SourceLine[] {
  const folder = folderOf(feature);
  const files = readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file === name || file.endsWith(`/${name}`))
    .sort()
    .flatMap((file) => {
      const path = join(folder, file);
      const lines = readFileSync(join(PACKAGE_ROOT, path), 'utf8').split('\n');
      return lines.map((text, index) => ({ place: `${path}:${index + 1}`, text }));
    });
}

/** Sources of the routes of one feature, by route id. Throws for a route whose entry or handler is not found. */
export function locateRoutes(feature: string, routes: readonly Route[]): ReadonlyMap<string, RouteSource> {
  const contractLines = readLines(feature, 'contract.ts');
  const handlerLines = readLines(feature, 'handlers.ts');
  const find = (lines: readonly SourceLine[], isIt: (text: string) => boolean, what: string): string => {
    const found = lines.find(({ text }) => isIt(text));
    if (found === undefined) throw new Error(`${what} is not in ${folderOf(feature)}`);
    return found.place;
  };
  return new Map(
    routes.map(({ id, path, handledAs = id }) => [
      id,
      {
        // A route with an own handler has its id in the entry; a further path of a route has the path.
        contract: find(
          contractLines,
          (text) => (handledAs === id ? isEntryOf(id, text) : text.includes(`'${path}'`)),
          `the contract entry of ${id}`,
        ),
        handler: find(handlerLines, (text) => text.trimStart().startsWith(`${handledAs}: `), `the handler of ${id}`),
      },
    ]),
  );
}

const isEntryOf = (id: string, text: string): boolean => new RegExp(`^\\s*${id}: (\\{|\\w+\\()`).test(text);
