// Keeps a mistake that is made a million times from filling the report: of each code (and file, where the place is
// inside a file) the first ones are told, the rest becomes one number.
import type { Finding } from '../common/finding.ts';

const TOLD_MAX = 100;

export interface CappedFindings {
  readonly report: (finding: Finding) => void;
  /** Reports how many were left out. To be called once, at the end. */
  readonly close: () => void;
}

/** Wraps a report function. */
export function capFindings(report: (finding: Finding) => void): CappedFindings {
  const told = new Set<string>();
  const counts = new Map<string, { count: number; readonly first: Finding }>();
  return {
    report: (finding) => {
      // Two resources may read one file; what is wrong in it is wrong once.
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
