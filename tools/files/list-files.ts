import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const FOREIGN_ANYWHERE = new Set(['node_modules', '.git', 'dist'])
const FOREIGN_AT_THE_ROOT = new Set([
  'release',
  'data',
  'coverage',
  '.cache',
  'test-results',
  'bench/results',
])

/** Every file of the repository that people write, as sorted paths from `root` with forward slashes. */
export async function listFiles(root: string): Promise<string[]> {
  return (await listFolder(root, root)).sort()
}

async function listFolder(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const lists = entries.map((entry) => {
    const path = join(folder, entry.name)
    const name = relative(root, path).split(sep).join('/')
    // In a worktree `.git` is a file.
    if (FOREIGN_ANYWHERE.has(entry.name) || FOREIGN_AT_THE_ROOT.has(name)) return []
    return entry.isDirectory() ? listFolder(root, path) : [name]
  })
  return (await Promise.all(lists)).flat()
}
