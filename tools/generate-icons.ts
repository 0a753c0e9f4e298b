// Writes src/web/ui/icons.ts from the package lucide-static: one export per icon, so that a bundle holds those that it uses
// only. Run by `npm run gen`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import nodes from 'lucide-static/icon-nodes.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const NAMES = [
  'archive',
  'arrow-left',
  'arrow-right',
  'ban',
  'bell',
  'bookmark',
  'calendar',
  'chart-column',
  'check',
  'chevron-down',
  'circle-alert',
  'clock',
  'copy',
  'download',
  'ellipsis',
  'external-link',
  'eye',
  'eye-off',
  'file',
  'flag',
  'folder',
  'heart',

  'house',
  'image',
  'inbox',
  'key-round',
  'library',
  'link',
  'list',
  'lock',
  'log-in',
  'log-out',
  'message-circle',

  'pause',
  'pencil',
  'pin',
  'play',
  'plus',
  'rotate-ccw',
  'search',
  'settings',
  'share-2',
  'shield',
  'sliders-horizontal',
  'table',
  'tag',
  'trash',
  'smartphone',

  'upload',
  'user',
  'users',
  'video',
  'volume-2',
  'x',

  'activity',
  'gavel',
  'layout-dashboard',
  'list-checks',
  'package',
  'scale',
  'scroll-text',
  'ticket',
  'webhook',
].sort();

const NOTICE = `// Icons of Lucide (https://lucide.dev), written by tools/generate-icons.ts. Do not edit.
//
// ISC License. Copyright (c) 2026 Lucide Icons and Contributors. Some icons are from Feather: MIT License, copyright (c)
// 2013-present Cole Bemis. Permission to use, copy, modify, and/or distribute this software for any purpose with or without
// fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies. THE
// SOFTWARE IS PROVIDED "AS IS" AND THE AUTHORS DISCLAIM ALL WARRANTIES WITH REGARD TO THIS SOFTWARE.

/** Elements of an icon on a grid of 24 units: what a path draws, or the name and the attributes of another element. */
export type IconShape = readonly (string | readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
`;

type Attributes = Readonly<Record<string, string | undefined>>;
/** Its tag and its attributes. */
type IconElement = readonly (string | Attributes)[];

const all: Readonly<Record<string, readonly IconElement[] | undefined>> = Object.fromEntries(Object.entries(nodes));
/** A path whose only attribute is `d` is written as its text. */
const shorten = (element: IconElement): unknown => {
  const [tag, attributes] = element;
  if (tag !== 'path' || typeof attributes !== 'object') return element;
  return Object.keys(attributes).join() === 'd' ? attributes.d : element;
};
const exportName = (name: string): string =>
  `icon${name.replace(/(?:^|-)([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase())}`;
const lines = NAMES.map((name) => {
  const shape = all[name];
  if (shape === undefined) throw new Error(`lucide has no icon ${name}`);
  return `export const ${exportName(name)}: IconShape = ${JSON.stringify(shape.map(shorten))};`;
});
const target = join(ROOT, 'src/web/ui/icons.ts');
await Bun.write(target, `${NOTICE}\n${lines.join('\n')}\n`);
Bun.spawnSync([process.execPath, 'x', 'biome', 'format', '--write', target], { cwd: ROOT });
