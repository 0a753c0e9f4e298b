// Findings as commands print them: the JSON form of errors and warnings, and the lines for people.
import type { Finding } from '../../features/release/common/finding.ts';

export function presentFinding({ file, path, code, message }: Finding) {
  return { file, path, code, message };
}

/** One line: place, sentence, code. */
export function formatFinding({ severity, file, path, code, message }: Finding): string {
  const place = [file, path].filter((part) => part !== '').join(' ');
  return `${severity}  ${place === '' ? '' : `${place}: `}${message} (${code})`;
}
