// The way to a page of a catalog, as search engines read it.
import { SHELL_MESSAGES } from '../../messages/shell.ts';
import { type Crumb, describeWay, type Structured } from '../../share/structured.ts';
import { type Catalog, nameOf } from './reads.ts';

/** From all catalogs to the server, the resource and the entity. */
export function describeCatalogWay(
  catalog: Catalog,
  resource?: string,
  entity?: { readonly id: string; readonly name: string },
): Structured {
  const { page, server } = catalog;
  const root = `/catalog/${server.id}`;
  const list = resource === undefined ? root : `${root}/${encodeURIComponent(resource)}`;
  const crumbs: Crumb[] = [
    { name: page.sayFrom(SHELL_MESSAGES)('catalog'), path: '/catalog' },
    { name: server.displayName, path: root },
    ...(resource === undefined ? [] : [{ name: nameOf(catalog, resource), path: list }]),
    ...(entity === undefined ? [] : [{ name: entity.name, path: `${list}/${encodeURIComponent(entity.id)}` }]),
  ];
  return describeWay(page, crumbs);
}
