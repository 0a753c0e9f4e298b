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
