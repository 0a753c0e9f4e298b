// Release paths of the catalog's documents. A file of its own: programs that read documents load no schemas for it.

export const CATALOG_MANIFEST_PATH = 'api/v1/catalog/manifest.json';
