// The tree of a Markdown text: plain values with allow-listed types and addresses, checked on the server. A reader of the
// tree builds elements of it and never HTML.

export type TreeNode = string | TreeElement;

export interface TreeElement {
  readonly type:
    | 'paragraph'
    | 'heading'
    | 'list'
    | 'listItem'
    | 'quote'
    | 'code'
    | 'codeBlock'
    | 'emphasis'
    | 'strong'
    | 'strike'
    | 'link'
    | 'mention'
    | 'tag'
    | 'break'
    | 'rule';
  /** Of a heading: 3 to 6. */
  readonly level?: number | undefined;
  readonly ordered?: boolean | undefined;
  /** First number of an ordered list. */
  readonly start?: number | undefined;
  readonly href?: string | undefined;
  readonly handle?: string | undefined;
  readonly tag?: string | undefined;
  readonly language?: string | undefined;
  /** Of `code`, `codeBlock`, `mention` and `tag`. */
  readonly text?: string | undefined;
  readonly children?: readonly TreeNode[] | undefined;
}

/** All nodes in the order of reading, each element before its children. Without recursion: a tree may be deep. */
export function* walkTree(tree: readonly TreeNode[]): Generator<TreeNode> {
  const waiting = [...tree].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if (typeof node !== 'string') for (const child of (node.children ?? []).toReversed()) waiting.push(child);
  }
}

/** Elements that stand within a line; all others begin a new one. */
const WITHIN: ReadonlySet<TreeElement['type']> = new Set([
  ...(['code', 'emphasis', 'strong', 'strike', 'link', 'mention', 'tag'] as const),
]);

/** The words of a tree on one line, at most `most` characters: for places that show no elements. */
export function readTreeText(tree: readonly TreeNode[], most: number): string {
  let text = '';
  for (const node of walkTree(tree)) {
    if (typeof node === 'string') text += node;
    else text += `${WITHIN.has(node.type) ? '' : ' '}${node.text ?? ''}`;
    // Enough for characters of two units, and for white space that is dropped.
    if (text.length > 4 * most) break;
  }
  const characters = [...text.split(/\s+/).join(' ').trim()];
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('');
}
