// How long and how large a benchmark runs, as the command line says.
export interface Scale {
  /** Rounds that count; one more goes before them to warm up. */
  readonly rounds: number;
  /** Whether somebody asked for that number; where nobody did, a benchmark that scatters may take more. */
  readonly roundsGiven: boolean;
  /** Length of a load, where a benchmark has one. */
  readonly seconds: number;
  /** Posts of the community that is read. */
  readonly posts: number;
  /** Part of the names of the loads of `community` that run, or `writes`; undefined: all. */
  readonly only: string | undefined;
  /** Entities of the large release of `query`; 0 leaves it out. */
  readonly entities: number;
  /** Commit that \`regress\` compares with. */
  readonly against: string | undefined;
}
