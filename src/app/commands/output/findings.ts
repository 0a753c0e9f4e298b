// Output of findings: the JSON form of errors and warnings, and lines of text.
import type { Finding } from '../../../features/release/common/finding.ts';

export function presentFinding({ file, path, code, message }: Finding) {
  return { file, path, code, message };
}

/** One line: location, message, code. */
export function formatFinding({ severity, file, path, code, message }: Finding): string {
  const place = [file, path].filter((part) => part !== '').join(' ');
  return `${severity}  ${place === '' ? '' : `${place}: `}${message} (${code})`;
}
