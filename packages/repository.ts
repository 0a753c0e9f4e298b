// Where the source of this project is published, which the packages and their READMEs name.

/** Address of the repository, such as `https://github.com/owner/livehouse`. After a change: `npm run gen`. */
export const REPOSITORY: string = '';

/** Warns while a package is packed that does not say where it comes from. */
export function warnWithoutRepository(): void {
  if (REPOSITORY === '') {
    console.warn(
      'warning  the package names no repository: set REPOSITORY in packages/repository.ts, then run "npm run gen"',
    );
  }
}
