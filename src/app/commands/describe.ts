// `livehouse openapi | routes`: describes the interface from the contracts. Opens no engine.
import { headerNames } from '../../http/answer/headers.ts';
import type { Command } from '../command.ts';
import { describeInterface } from '../interface-document.ts';
import { locateRoutes } from '../route-sources.ts';
import { CONTRACTS } from '../surface.ts';
import { formatTable } from '../terminal.ts';

/** With `--json` the output line is the document itself. */
export const openApiCommand: Command = async ({ terminal, config }) => {
  const { baseUrl, headerPrefix, instance } = config();
  const document = describeInterface({ baseUrl, names: headerNames(headerPrefix), title: instance.name });
  terminal.result(document);
  terminal.say(JSON.stringify(document, undefined, 2));
  return 0;
};

export const routesCommand: Command = async ({ terminal }) => {
  const routes = Object.entries(CONTRACTS).flatMap(([feature, contract]) => {
    const declared = Object.values(contract);
    const sources = locateRoutes(feature, declared);
    return declared.map(({ id, method, path }) => ({ id, method, path, ...sources.get(id) }));
  });
  terminal.result({ ok: true, routes });
  const rows = routes.map(({ id, method, path, contract = '', handler = '' }) => [method, path, id, contract, handler]);
  for (const line of formatTable(rows)) terminal.say(line);
  return 0;
};
