const EMPTY_NAMES = ['utils', 'util', 'common', 'helpers', 'helper', 'shared', 'misc']

/** Finds files and folders whose name says nothing about what they hold; one sentence each. */
export function findNameFaults(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const empty = path.split('/').find((segment) => EMPTY_NAMES.includes(segment.split('.')[0] ?? segment))
    return empty ? [`${path}: "${empty}" says nothing. Name it after what it does.`] : []
  })
}
