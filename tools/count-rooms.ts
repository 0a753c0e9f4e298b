// Prints the table of rooms in docs/ARCHITECTURE.md: files, lines, rooms, edges between rooms, and the largest folder, of what is
// shipped. `node bin/bun.js tools/count-rooms.ts`
import { dirname } from 'node:path';
import { shipped } from '../tests/guard/sources.ts';

const features = new Set(shipped.flatMap(({ path }) => /^features\/[a-z]+/.exec(path)?.[0] ?? []));
const folders = ['kernel', 'platform', 'http', ...features, 'web', 'app'];

/** Room of a file below a folder; `.` for the folder's own files. */
const roomOf = (folder: string, path: string): string => {
  const [room = '', ...rest] = path.slice(folder.length + 1).split('/');
  return rest.length === 0 ? '.' : room;
};

console.log('| folder | files | lines | rooms | edges between rooms | most files in one folder |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const folder of folders) {
  const files = shipped.filter(({ path }) => path.startsWith(`${folder}/`));
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  const rooms = new Set(files.map(({ path }) => roomOf(folder, path)).filter((room) => room !== '.'));
  const edges = new Set(
    files.flatMap(({ path, imports }) =>
      imports
        .filter((other) => other.startsWith(`${folder}/`))
        .map((other) => [roomOf(folder, path), roomOf(folder, other)])
        .filter(([from, to]) => from !== to && from !== '.')
        .map((edge) => edge.join(' → ')),
    ),
  );
  const sizes = new Map<string, number>();
  for (const { path } of files) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  const cells = [files.length, lines.toLocaleString('en'), rooms.size, edges.size, Math.max(...sizes.values())];
  console.log(`| \`${folder}\` | ${cells.join(' | ')} |`);
}
