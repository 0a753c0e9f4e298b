// Whether the engines of this process answer.

/** Asked each time. */
export type EngineStates = () => readonly {
  readonly name: 'objects' | 'database' | 'jobs';
  readonly isAvailable: boolean;
}[];
