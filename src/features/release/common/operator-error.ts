// What stops a command for reasons that its operator can mend: mistakes in a snapshot, a release that is not there, a
// conflict. Carries all findings at once; the command line prints them and ends with exit code 1.
import type { Finding } from './finding.ts';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  /** At least one of severity `error`; warnings may stand beside. */
  readonly findings: readonly Finding[];
  constructor(findings: readonly Finding[]) {
    super(findings.map((finding) => finding.message).join('\n'));
    this.findings = findings;
  }
}

/** An error about the command as a whole rather than a file of the operator. */
export function operatorError(code: string, message: string, file = '', path = ''): OperatorError {
  return new OperatorError([{ severity: 'error', file, path, code, message }]);
}
