// What somebody has written so far, as a draft keeps it and publishing sends it.

export interface DraftFile {
  readonly id: string;
  readonly fileName: string;
  readonly alt: string;
}

/** What somebody has written so far. */
export interface DraftContent {
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly visibility: 'public' | 'protected' | 'private';
  readonly spoiler: boolean;
  /** `server/resource/id` of what it is about. */
  readonly subject: string | null;
  readonly reason: string;
  readonly files: readonly DraftFile[];
}

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
