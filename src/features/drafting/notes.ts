// The file of notes beside a drafted descriptor: Markdown that says why for every inference. Pure.
import type { Draft } from './draft.ts';
import { groupLeftOut } from './left-out.ts';
import { code, counted, type Reason } from './reason.ts';

/** Places that are listed one by one for one reason. */
const PLACES_MAX = 200;

/** The text of the file. */
export function writeNotes(draft: Draft, descriptorFile: string): string {
  const { reasons, leftOut, advice, collections, documents, entities, media } = draft;
  const lines: string[] = [
    `# Notes on ${descriptorFile}`,
    '',
    `\`livehouse init\` looked at the files of this folder and wrote \`${descriptorFile}\`. It found ${counted(collections, 'collection')} with`,
    `${counted(entities, 'entity', 'entities')}, ${counted(documents, 'document')} and ${counted(media, 'picture, sound or video', 'pictures, sounds and videos')}. This file says why each part is as it is. Nothing`,
    'reads it: delete it when you like, and change the descriptor as you like. `livehouse init --update` adds what is new in the',
    'folder to the descriptor, and changes nothing that is there.',
    '',
    '## The snapshot',
    '',
    ...reasons.filter(({ resource }) => resource === undefined).map(lineOf),
  ];
  const byResource = new Map<string, Reason[]>();
  for (const reason of reasons) {
    if (reason.resource === undefined) continue;
    const known = byResource.get(reason.resource);
    if (known === undefined) byResource.set(reason.resource, [reason]);
    else known.push(reason);
  }
  for (const [resource, own] of byResource) lines.push('', `## Resource ${code(resource)}`, '', ...own.map(lineOf));
  if (advice.length > 0) lines.push('', '## What you may want to change', '', ...advice.map((text) => `- ${text}`));
  lines.push(
    '',
    '## What `hidden` does not hide',
    '',
    'A field with `hidden` in `resources.….fields`, and a resource with `hidden` in `presentation`, are absent from pages only. The',
    'interface, exports and files of the release still serve them to everybody. What nobody may see must not be in the folder',
    'that is published: leave its file out by `exclude`, or remove the field from the table.',
  );
  if (leftOut.length > 0) lines.push('', '## Left out', '', ...linesOf(leftOut));
  return `${lines.join('\n')}\n`;
}

/** File by file; of more than two hundred by reason and folder. */
function linesOf(leftOut: Draft['leftOut']): readonly string[] {
  if (leftOut.length <= PLACES_MAX) {
    return leftOut.map(({ path, why, of }) => `- ${code(path)}: ${why}${of === undefined ? '' : ` (${code(of)})`}.`);
  }
  return groupLeftOut(leftOut).flatMap(({ why, count, places }) => {
    const shown = places.slice(0, PLACES_MAX).map(({ path, files, of }) => {
      const more = of !== undefined ? ` (${code(of)})` : files === 1 ? '' : ` (${counted(files, 'file')})`;
      return `  - ${code(path)}${more}`;
    });
    const rest = places.length - PLACES_MAX;
    return [
      `- ${counted(count, 'file')}: ${why}.`,
      ...shown,
      ...(rest > 0 ? [`  - ${counted(rest, 'more file')}`] : []),
    ];
  });
}

const lineOf = ({ what, why }: Reason): string => `- ${what}: ${why}.`;
