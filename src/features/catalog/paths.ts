// Release paths of the catalog's documents. A separate file, so that programs that only read documents load no schemas.

export const CATALOG_MANIFEST_PATH = 'api/v1/catalog/manifest.json';
