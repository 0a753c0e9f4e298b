// Opens the file routes of releases: media, runtime files, artifacts, the game client.
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import { filesContract } from './contract.ts';
import { type FilesParts, filesHandlers } from './handlers.ts';

export const openFiles = (parts: FilesParts): readonly BoundRoute[] => bindRoutes(filesContract, filesHandlers(parts));
