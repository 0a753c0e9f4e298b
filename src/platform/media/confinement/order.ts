// The order that the service passes to the launcher of a decoder (confinement.ts, launcher.ts), as JSON in one
// argument.

export interface ConfinementOrder {
  /** Restrictions to apply. The launcher exits when one of them fails. */
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

/** `low`: lower priority than the service. `idle`: runs only when no other process wants the processor. */
export type Priority = 'low' | 'idle';

/** Printed by the launcher, in place of the effective restrictions, when it cannot reach the C library. */
export const NO_SYSTEM = 'null';
