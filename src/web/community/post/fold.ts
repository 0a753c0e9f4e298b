// How much of its texts the page of a post shows, so that it stays below 512 KiB whatever people write: what is beyond
// folds, and a link opens it. Texts weigh what they take as HTML: a text of tags takes twenty times its characters.
import { type TreeElement, type TreeNode, walkTree } from '../../markdown/tree.ts';

/** For strangers the frames of 150 comments take 220 KiB, for members with what they can do 390. */
const TEXTS_BYTES = { stranger: 192 * 1024, member: 96 * 1024 } as const;
/** The text of a post beside comments: 20,000 characters of three bytes fit. */
export const BODY_BYTES = 64 * 1024;
/** A comment that the address names, beside the comments of other threads. */
const FOCUS_BYTES = 24 * 1024;
/** A part of what comments have together, for those that are read first. */
const FIRST_PART = 0.4;
/** What a folded comment shows at least. */
const FOLDED_BYTES = 200;
/** Tags and attributes of an element. */
const ELEMENT_BYTES = 40;
const LINK_BYTES = 90;

const ESCAPED = /["&<]/g;
/** The longest escape is `&quot;`. */
const ESCAPE_BYTES = 5;

const weighText = (text: string): number => Buffer.byteLength(text) + (text.match(ESCAPED)?.length ?? 0) * ESCAPE_BYTES;

/** Bytes of an element without its text and its children. */
function weighFrame({ href, handle, tag }: TreeElement): number {
  const address = href ?? handle ?? tag;
  return address === undefined ? ELEMENT_BYTES : LINK_BYTES + weighText(encodeURI(address.toWellFormed()));
}

/** Bytes of a tree as HTML, at most. */
export function weighTree(tree: readonly TreeNode[]): number {
  let bytes = 0;
  for (const node of walkTree(tree)) {
    bytes += typeof node === 'string' ? weighText(node) : weighFrame(node) + weighText(node.text ?? '');
  }
  return bytes;
}

/** The beginning of a tree, as much as weighs `bytes`. */
export function cutTree(tree: readonly TreeNode[], bytes: number): readonly TreeNode[] {
  let left = bytes;
  const cutText = (text: string): string => {
    let end = 0;
    for (const character of text) {
      left -= weighText(character);
      if (left < 0) return `${text.slice(0, end)}…`;
      end += character.length;
    }
    return text;
  };
  // Trees are at most as deep as the parser of Markdown lets them be.
  const cut = (nodes: readonly TreeNode[]): readonly TreeNode[] => {
    const kept: TreeNode[] = [];
    for (const node of nodes) {
      if (typeof node === 'string') kept.push(cutText(node));
      else {
        left -= weighFrame(node);
        if (left < 0) break;
        kept.push({
          ...node,
          ...(node.text === undefined ? {} : { text: cutText(node.text) }),
          ...(node.children === undefined ? {} : { children: cut(node.children) }),
        });
      }
      if (left < 0) break;
    }
    return kept;
  };
  return cut(tree);
}

export interface FoldedComment {
  readonly id: string;
  readonly authorName: string;
  readonly body: string;
  readonly bodyTree?: readonly TreeNode[] | undefined;
  readonly viewer: { readonly canEdit: boolean };
}

export interface FoldPlan {
  readonly comments: readonly FoldedComment[];
  /** The comment that the address names. */
  readonly focus: string | undefined;
  /** Whether one thread alone is shown, of at most 21 comments. */
  readonly isThread: boolean;
  readonly isMember: boolean;
  /** Bytes of the text of the post. */
  readonly taken: number;
}

/**
 * Bytes that each folded comment shows, by id; the others are shown in full: the one that the address names, the first
 * ones, and all that are short enough for the rest.
 */
export function planFolds({ comments, focus, isThread, isMember, taken }: FoldPlan): ReadonlyMap<string, number> {
  let left = TEXTS_BYTES[isMember ? 'member' : 'stranger'] - taken;
  const weights = comments.map(({ id, authorName, bodyTree = [], body, viewer }) => {
    left -= weighText(authorName);
    // Whoever may edit a comment gets its source as well.
    return { id, bytes: weighTree(bodyTree) + (viewer.canEdit ? weighText(JSON.stringify(body)) : 0) };
  });
  const others = weights.filter(({ id, bytes }) => {
    const isWhole = id === focus && (isThread || bytes <= FOCUS_BYTES);
    if (isWhole) left -= bytes;
    return !isWhole;
  });
  const first = left * FIRST_PART;
  let shown = 0;
  const start = others.findIndex(({ bytes }) => {
    if (shown + bytes > first) return true;
    shown += bytes;
    return false;
  });
  if (start < 0) return new Map();
  left -= shown;
  // What short ones leave goes to the longer ones.
  const rest = others.slice(start).toSorted((one, other) => one.bytes - other.bytes);
  const folded = rest.findIndex(({ bytes }, index) => {
    if (bytes > Math.max(FOLDED_BYTES, left / (rest.length - index))) return true;
    left -= bytes;
    return false;
  });
  if (folded < 0) return new Map();
  const share = Math.max(FOLDED_BYTES, Math.floor(left / (rest.length - folded)));
  return new Map(rest.slice(folded).map(({ id }) => [id, share]));
}
