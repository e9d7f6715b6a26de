import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NOT_BUILT =
  /^(node_modules|dist|__fixtures__|testing)$|\.(test|behaviour|fixture)\.tsx?$|^tsconfig.*\.json$/

/**
 * Hash over names and contents of the given files and folders, tests left out. It reads without waiting in
 * between: some hundreds of small files take less time so than as promises.
 */
export function hashSources(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) addPath(hash, root, source)
  return hash.digest('hex')
}

function addPath(hash: Hash, root: string, path: string): void {
  const absolute = join(root, path)
  if (!statSync(absolute).isDirectory()) {
    hash.update(path).update('\0').update(readFileSync(absolute)).update('\0')
    return
  }
  const names = readdirSync(absolute).filter((name) => !NOT_BUILT.test(name))
  for (const name of names.sort()) addPath(hash, root, `${path}/${name}`)
}
