/** Whether the path is a program or style file whose size and shape are checked. */
export function isSourceFile(path: string): boolean {
  return /\.(ts|tsx|mjs|css)$/.test(path) && !isDataFile(path)
}

/** Whether only tests load the file: tests, behaviour suites, fixtures, testing doors and end-to-end journeys. */
export function isTestFile(path: string): boolean {
  return /\.(test|behaviour|fixture)\.tsx?$|\/src\/testing(\.ts$|\/)|^e2e\//.test(path)
}

/** Whether the file is recorded material that nobody edits by hand. */
export function isDataFile(path: string): boolean {
  return /(^|\/)__fixtures__\/|\.snap$|^package-lock\.json$/.test(path)
}
