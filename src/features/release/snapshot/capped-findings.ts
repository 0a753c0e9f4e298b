// Caps repeated findings, so that one mistake made a million times does not fill the report. Per code (and per file,
// for findings at a place inside a file) the first ones are reported; the rest become one count.
import type { Finding } from '../common/finding.ts';

const TOLD_MAX = 100;

export interface CappedFindings {
  readonly report: (finding: Finding) => void;
  /** Reports how many were left out. Call once, at the end. */
  readonly close: () => void;
}

/** Wraps a report function. */
export function capFindings(report: (finding: Finding) => void): CappedFindings {
  const told = new Set<string>();
  const counts = new Map<string, { count: number; readonly first: Finding }>();
  return {
    report: (finding) => {
      // Two resources may read the same file; identical findings are reported once.
      const identity = JSON.stringify(finding);
      if (told.has(identity)) return;
      const key = `${finding.code}\n${finding.severity}\n${finding.path === '' ? '' : finding.file}`;
      const known = counts.get(key) ?? { count: 0, first: finding };
      known.count++;
      counts.set(key, known);
      if (known.count > TOLD_MAX) return;
      told.add(identity);
      report(finding);
    },
    close: () => {
      for (const { count, first } of counts.values()) {
        if (count <= TOLD_MAX) continue;
        report({
          ...first,
          file: first.path === '' ? '' : first.file,
          path: '',
          message: `And ${count - TOLD_MAX} more of these.`,
        });
      }
    },
  };
}
