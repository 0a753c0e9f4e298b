// A finding: an error or warning that publishing reports to the operator about a snapshot.

/** An error (stops the publication) or a warning, with the file and the JSON path that it concerns. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** Path inside the snapshot, as the operator wrote it. */
  readonly file: string;
  /** JSON path such as `$.entries[3].title`, or '' for the whole file. */
  readonly path: string;
  /** Stable identifier in lower snake case. */
  readonly code: string;
  /** One sentence for the operator. */
  readonly message: string;
}
