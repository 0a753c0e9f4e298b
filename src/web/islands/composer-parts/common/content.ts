// What somebody has written so far, as a draft keeps it and publishing sends it.

export interface DraftFile {
  readonly id: string;
  readonly fileName: string;
  readonly alt: string;
}

/** What is chosen for a post. A draft keeps it and publishing sends it as it is. */
export interface PostChoices {
  readonly visibility: 'public' | 'protected' | 'private';
  readonly spoiler: boolean;
}

/** The choices of what has others, too. */
export const choicesOf = ({ visibility, spoiler }: PostChoices): PostChoices => ({ visibility, spoiler });

/** What somebody has written so far. */
export interface DraftContent extends PostChoices {
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  /** `server/resource/id` of what it is about. */
  readonly subject: string | null;
  readonly reason: string;
  readonly files: readonly DraftFile[];
}

/** A draft as the server has it: what was not written is left out. */
type StoredContent = { readonly [K in keyof DraftContent]?: DraftContent[K] | undefined };

export const contentOfDraft = (stored: StoredContent): DraftContent => ({
  title: stored.title ?? '',
  body: stored.body ?? '',
  tags: stored.tags ?? [],
  visibility: stored.visibility ?? 'public',
  spoiler: stored.spoiler ?? false,
  subject: stored.subject ?? null,
  reason: stored.reason ?? '',
  files: stored.files ?? [],
});

/** Nothing was written. */
export const EMPTY_DRAFT = contentOfDraft({});

/** Whether something was written. */
export const isEmptyDraft = ({ title, body, tags, files }: DraftContent): boolean =>
  `${title}${body}`.trim() === '' && tags.length === 0 && files.length === 0;

/** The tags in a line that somebody typed or pasted, with or without `#`. Only commas and new lines part them. */
export const splitTags = (line: string): readonly string[] => [
  ...new Set(
    line
      .split(/[,，、\n]/)
      .map((tag) => tag.trim().replace(/^[#＃]+/, ''))
      .filter((tag) => tag !== ''),
  ),
];

const NAME_MOST = 60;

/** A draft is called by its title or its first line. */
export function draftNameOf({ title, body }: Pick<DraftContent, 'title' | 'body'>): string | undefined {
  const line = title.trim() || body.trim().split('\n')[0]?.trim();
  return line === undefined || line === '' ? undefined : [...line].slice(0, NAME_MOST).join('');
}
