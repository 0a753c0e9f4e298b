// The component of an island has its name: `post-actions` is `PostActions`.

export const componentNameOf = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_whole, letter: string) => letter.toUpperCase());
