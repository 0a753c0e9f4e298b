// Release path of the declared presentation. A file of its own: whoever needs only the path loads nothing else.

export const PRESENTATION_PATH = 'api/v1/catalog/presentation.json';
