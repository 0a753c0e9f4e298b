// Release path of the declared presentation, in a separate file so that its users load nothing else.

export const PRESENTATION_PATH = 'api/v1/catalog/presentation.json';
