/** What we use of vinyl-fs, which has no types of its own. */
declare module 'vinyl-fs' {
  const vinylFs: { dest(directory: string): NodeJS.ReadWriteStream }
  export default vinylFs
}
