import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i
const RULE = '-'.repeat(80)

/** The licence texts of every package that may be inside the bundles: all of the lockfile that is no tool. */
export async function collectLicences(root: string): Promise<string> {
  const lockfile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const entries = Object.entries(lockfile.packages as Record<string, LockEntry>)
  const shipped = entries.filter(
    ([path, entry]) => path.startsWith('node_modules/') && !(entry.link || entry.dev || entry.optional),
  )
  const sections = await Promise.all(shipped.map(([path, entry]) => describePackage(root, path, entry)))
  return `${sections.join(`\n${RULE}\n\n`)}`
}

async function describePackage(root: string, path: string, entry: LockEntry): Promise<string> {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const names = await readdir(join(root, path)).catch(() => [])
  const files = names.filter((file) => LICENCE_FILE.test(file)).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(root, path, file), 'utf8')))
  return [`${name} ${entry.version ?? ''} (${entry.license ?? 'see its text'})\n`, ...texts].join('\n')
}
