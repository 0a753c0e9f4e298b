// The file of notes beside a drafted descriptor: Markdown that says why for every inference. Pure.
import type { Draft } from './draft.ts';
import { code, counted, type Reason } from './reason.ts';

/** Files that are listed one by one. */
const LEFT_OUT_MAX = 200;

/** The text of the file. */
export function writeNotes(draft: Draft, descriptorFile: string): string {
  const { reasons, leftOut, advice, collections, documents, entities, media } = draft;
  const lines: string[] = [
    `# Notes on ${descriptorFile}`,
    '',
    `\`livehouse init\` looked at the files of this folder and wrote \`${descriptorFile}\`. It found ${counted(collections, 'collection')} with`,
    `${counted(entities, 'entity', 'entities')}, ${counted(documents, 'document')} and ${counted(media, 'picture, sound or video', 'pictures, sounds and videos')}. This file says why each part is as it is. Nothing`,
    'reads it: delete it when you like, and change the descriptor as you like.',
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
  if (leftOut.length > 0) {
    lines.push('', '## Left out', '');
    for (const { path, why } of leftOut.slice(0, LEFT_OUT_MAX)) lines.push(`- ${code(path)}: ${why}.`);
    const rest = leftOut.length - LEFT_OUT_MAX;
    if (rest > 0) lines.push(`- ${counted(rest, 'more file')}.`);
  }
  return `${lines.join('\n')}\n`;
}

const lineOf = ({ what, why }: Reason): string => `- ${what}: ${why}.`;
