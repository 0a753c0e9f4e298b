// Prints what a failed command reports: lines of text or one line of JSON, and the exit code.
import { OperatorError } from '../../../features/release/common/operator-error.ts';
import { UsageError } from '../../command.ts';
import type { Terminal } from '../../terminal.ts';
import { formatFinding, presentFinding } from './findings.ts';

type ReportedError = ReturnType<typeof presentFinding>;

/** An error that belongs to no file. */
export const oneError = (code: string, message: string): readonly ReportedError[] => [
  { file: '', path: '', code, message },
];

/** The errors of wrong usage, and of mistakes that the operator can resolve, whose warnings are printed; else undefined. */
export function describeMistake(error: unknown, terminal: Terminal): readonly ReportedError[] | undefined {
  if (error instanceof UsageError) return oneError('wrong_usage', error.message);
  if (!(error instanceof OperatorError)) return undefined;
  for (const finding of error.findings.filter(({ severity }) => severity === 'warning')) {
    terminal.note(formatFinding(finding));
  }
  return error.findings.filter(({ severity }) => severity === 'error').map(presentFinding);
}

/** The error of the operating system, or an error in this program. */
export function describeFault(error: unknown, terminal: Terminal): readonly ReportedError[] {
  // An operating system error (disk full, permission denied): its own message is the most helpful.
  if (error instanceof Error && 'code' in error && 'syscall' in error) return oneError('system_error', error.message);
  if (error instanceof Error && error.stack !== undefined) terminal.note(error.stack);
  return oneError('internal_error', error instanceof Error ? error.message : String(error));
}

/** Prints the errors. Returns the exit code. */
export function printFailure(error: unknown, errors: readonly ReportedError[], terminal: Terminal): number {
  const usage = error instanceof UsageError;
  terminal.clear();
  terminal.result({ ok: false, errors });
  for (const { file, path, code, message } of errors) {
    const place = [file, path].filter((part) => part !== '').join(' ');
    terminal.note(`${usage ? '' : 'error  '}${place === '' ? '' : `${place}: `}${message}${usage ? '' : ` (${code})`}`);
  }
  return usage ? 2 : 1;
}
