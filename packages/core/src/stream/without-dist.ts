/** Returns files without `.dist` files whose main file is in the list, as these are part of it. */
export const withoutDist = <File extends { readonly path: string }>(files: readonly File[]): File[] =>
  files.filter(({ path }) => !files.some((other) => path === `${other.path}.dist`))
