// What the service tells the launcher of a decoder (confinement.ts, launcher.ts), as JSON in one argument.

export interface ConfinementOrder {
  /** Which restrictions this machine has; one that is named here and fails ends the launcher. */
  readonly parts: readonly ConfinementPart[];
  readonly readable: readonly string[];
  readonly executable: readonly string[];
  readonly writable: readonly string[];
  readonly limits: {
    /** Address space of a program that does not limit itself. */
    readonly memoryBytes?: number;
    readonly processorSeconds?: number;
    /** Largest file that may be written. */
    readonly fileBytes?: number;
  };
  readonly priority: Priority;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** `files`: Landlock. `calls`: seccomp. */
export type ConfinementPart = 'files' | 'calls';

/** `low`: yields to the service. `idle`: takes only what nobody else wants. */
export type Priority = 'low' | 'idle';

/** What the launcher prints instead of the parts that hold where it cannot reach the C library. */
export const NO_SYSTEM = 'null';
