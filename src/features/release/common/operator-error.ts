// An error that the operator can resolve: mistakes in a snapshot, a missing release, a conflict. Carries all findings;
// the command line prints them and exits with code 1.
import type { Finding } from './finding.ts';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  /** At least one of severity `error`; may include warnings. */
  readonly findings: readonly Finding[];
  constructor(findings: readonly Finding[]) {
    super(findings.map((finding) => finding.message).join('\n'));
    this.findings = findings;
  }
}

/** An error about the command as a whole, not about a file of the operator. */
export function operatorError(code: string, message: string, file = '', path = ''): OperatorError {
  return new OperatorError([{ severity: 'error', file, path, code, message }]);
}
