// Values of the data that lead elsewhere or stand for something else: addresses of the web, colours, Markdown. Pure.
import { readMarkdownTree } from '../../../features/community/common/markdown-tree.ts';
import type { TreeNode } from '../../markdown/tree.ts';

const ADDRESS_CHARACTERS = 48;
/** In a cell of a table. */
export const SHORT_ADDRESS = 28;

/** Where an address of the web leads, and how it is written; undefined: it is no address that a page links to. */
export function linkOf(
  value: string,
  characters = ADDRESS_CHARACTERS,
): { readonly href: string; readonly text: string } | undefined {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return undefined;
  const { href, host, pathname, search, username } = new URL(value);
  // A name before the host may look like another host.
  if (username !== '') return undefined;
  const path = readable(`${pathname}${search}`).replace(/\/$/, '');
  const whole = `${host.replace(/^www\./, '')}${path}`;
  return { href, text: whole.length > characters ? `${whole.slice(0, characters - 1).toWellFormed()}…` : whole };
}

function readable(path: string): string {
  try {
    return decodeURI(path).toWellFormed();
  } catch {
    return path;
  }
}

/** A colour that can be shown; undefined: a text. */
export const colourOf = (value: string): string | undefined =>
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? value : undefined;

/** The tree of a Markdown text of the data. Its `@` and `#` are no people and tags of this instance. */
export const treeOf = (text: string): readonly TreeNode[] => readMarkdownTree(text).map(plainly);

const plainly = (node: TreeNode): TreeNode => {
  if (typeof node === 'string') return node;
  if (node.type === 'mention' || node.type === 'tag') return node.text ?? '';
  return node.children === undefined ? node : { ...node, children: node.children.map(plainly) };
};
