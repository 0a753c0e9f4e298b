// The program of a query process: keeps one query file open, runs one task at a time, and exits with its parent.
import { QueryFault } from '../language/fault.ts';
import { CachedArrays } from './cached-arrays.ts';
import { type Order, READY, type Reply } from './messages.ts';
import { QueryFile } from './query-file.ts';

const cache = new CachedArrays();
let opened: QueryFile | undefined;

function answer({ id, file, task }: Order): Reply {
  try {
    if (opened === undefined || opened.file.path !== file.path || opened.file.fingerprint !== file.fingerprint) {
      opened?.close();
      opened = undefined;
      opened = new QueryFile(file, cache);
    }
    return { id, ok: true, result: opened.run(task) };
  } catch (error) {
    if (error instanceof QueryFault) return { id, ok: false, fault: error.fault };
    const message = error instanceof Error ? error.message : String(error);
    return { id, ok: false, failure: isDamage(error) ? 'damaged' : 'failed', message };
  }
}

/** Whether SQLite reports that the file is damaged or missing. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return /^SQLITE_(CORRUPT|NOTADB|CANTOPEN|IOERR)/.test(String(error.code));
}

// Only the parent sends messages here, and the compiler checks them there.
process.on('message', (order: Order) => {
  process.send?.(answer(order));
});
process.on('disconnect', () => process.exit(0));
process.send?.(READY);
