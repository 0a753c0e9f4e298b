// The only door: `livehouse serve · publish · releases … · doctor · openapi · routes`. Everything is in app/command-line.ts.
import { runCommandLine } from './app/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
