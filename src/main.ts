// The entry point: `livehouse serve · publish · releases … · doctor · openapi · routes`. See app/commands/command-line.ts.
import { runCommandLine } from './app/commands/command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
