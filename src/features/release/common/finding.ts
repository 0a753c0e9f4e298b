// What publishing has to say to the operator about a snapshot.

/** A mistake (stops the publication) or a warning, with the file and the JSON path it is about. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** Path inside the snapshot as the operator wrote it. */
  readonly file: string;
  /** JSON path such as `$.entries[3].title`, or '' for the whole file. */
  readonly path: string;
  /** Lower snake case, stable. */
  readonly code: string;
  /** One sentence for the operator. */
  readonly message: string;
}
