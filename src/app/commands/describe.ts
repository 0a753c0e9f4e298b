// `livehouse openapi | routes`: describes the interface from the contracts. Opens no engine.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerNames } from '../../http/answer/headers.ts';
import { createOpenApi } from '../../http/openapi/document.ts';
import { PACKAGE_ROOT } from '../../platform/config/config.ts';
import type { Command } from '../command.ts';
import { CONTRACTS, listRoutes } from '../surface.ts';
import { formatTable } from '../terminal.ts';

/** With `--json` the output line is the document itself. */
export const openApiCommand: Command = async ({ terminal, config }) => {
  const { baseUrl, headerPrefix } = config();
  const document = createOpenApi(listRoutes(), baseUrl, headerNames(headerPrefix));
  terminal.result(document);
  terminal.say(JSON.stringify(document, undefined, 2));
  return 0;
};

export const routesCommand: Command = async ({ terminal }) => {
  const files = new Map<string, string>();
  for (const [feature, contract] of Object.entries(CONTRACTS)) {
    const folder = `src/features/${feature}`;
    const sources = readdirSync(join(PACKAGE_ROOT, folder)).filter((name) => /^contract.*\.ts$/.test(name));
    for (const name of sources) {
      const file = `${folder}/${name}`;
      const lines = readFileSync(join(PACKAGE_ROOT, file), 'utf8').split('\n');
      for (const id of Object.keys(contract)) {
        const line = lines.findIndex((text) => text.includes(`'${id}'`) || text.trimStart().startsWith(`${id}:`));
        if (line >= 0 || !files.has(id)) files.set(id, line < 0 ? file : `${file}:${line + 1}`);
      }
    }
  }
  const routes = listRoutes().map(({ id, method, path }) => ({ id, method, path, file: files.get(id) ?? '' }));
  terminal.result({ ok: true, routes });
  for (const line of formatTable(routes.map(({ id, method, path, file }) => [method, path, id, file]))) {
    terminal.say(line);
  }
  return 0;
};
