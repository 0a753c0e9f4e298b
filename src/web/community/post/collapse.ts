// How much of its texts the page of a post shows, so that it stays below 512 KiB whatever people write: what is beyond
// folds, and a link opens it. Texts weigh what they take as HTML: a text of tags takes twenty times its characters.
import { type TreeElement, type TreeNode, walkTree } from '../../markdown/tree.ts';

/** Of 512 KiB, without what surrounds the post. */
const PAGE_BYTES = 476 * 1024;
/** A comment without its text and the name of its author; members get what they can do with it. */
const FRAME_BYTES = { stranger: 1_350, member: 2_450 } as const;
/** The link below a folded comment. */
const FOLD_BYTES = 350;
/** What a folded comment shows at least. */
const FOLDED_BYTES = 200;
/** A part of what the texts of comments have together, for those that are read first. */
const FIRST_PART = 0.4;
/** The text of a post beside comments: at least 20,000 characters of three bytes, and a part of all texts. */
const BODY_BYTES = 64 * 1024;
const BODY_PART = 0.6;
/** A comment that the address names, beside the comments of other threads. */
const FOCUS_BYTES = 24 * 1024;

/** Tags of an element, with the attributes that all have. */
const ELEMENT_BYTES = 13;
const ELEMENTS_BYTES: Readonly<Partial<Record<TreeElement['type'], number>>> = { strong: 17, quote: 25, codeBlock: 40 };
const LINK_BYTES = 90;

const ESCAPED = /["&<]/g;
/** The longest escape is `&quot;`. */
const ESCAPE_BYTES = 5;

const weighText = (text: string): number => Buffer.byteLength(text) + (text.match(ESCAPED)?.length ?? 0) * ESCAPE_BYTES;

/** Bytes of an element without its text and its children. */
function weighFrame({ type, href, handle, tag }: TreeElement): number {
  const address = href ?? handle ?? tag;
  if (address === undefined) return ELEMENTS_BYTES[type] ?? ELEMENT_BYTES;
  return LINK_BYTES + weighText(encodeURI(address.toWellFormed()));
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

/** Bytes that the texts of a page may have together. */
const textsBytes = (comments: readonly FoldedComment[], isMember: boolean): number =>
  comments.reduce(
    (left, { authorName }) => left - FRAME_BYTES[isMember ? 'member' : 'stranger'] - weighText(authorName),
    PAGE_BYTES,
  );

/** Bytes of the text of a post that stand beside its comments. */
export const bodyBytes = (comments: readonly FoldedComment[], isMember: boolean): number =>
  Math.max(BODY_BYTES, textsBytes(comments, isMember) * BODY_PART);

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
  let left = textsBytes(comments, isMember) - taken;
  // Whoever may edit a comment gets its source as well.
  const weights = comments.map(({ id, bodyTree = [], body, viewer }) => ({
    id,
    bytes: weighTree(bodyTree) + (viewer.canEdit ? weighText(JSON.stringify(body)) : 0),
  }));
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
    if (bytes > Math.max(FOLD_BYTES + FOLDED_BYTES, left / (rest.length - index))) return true;
    left -= bytes;
    return false;
  });
  if (folded < 0) return new Map();
  const share = Math.max(FOLDED_BYTES, Math.floor(left / (rest.length - folded)) - FOLD_BYTES);
  return new Map(rest.slice(folded).map(({ id }) => [id, share]));
}
