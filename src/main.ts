// The entry point: `livehouse serve · publish · releases … · doctor · openapi · routes`. See app/command-line.ts.
import { runCommandLine } from './app/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
