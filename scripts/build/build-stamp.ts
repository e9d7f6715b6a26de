import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILD_PARTS, type BuildPart } from './build-parts.ts'
import { hashSources } from './hash-sources.ts'

/** A part whose built form does not come from its present sources, and the hash of those. */
export interface StalePart {
  readonly name: BuildPart['name']
  readonly hash: string
}

/** Compares each part's sources with the stamp that its last build left in `dist/`. */
export function findStaleParts(root: string): StalePart[] {
  return BUILD_PARTS.map((part) => ({ name: part.name, hash: hashSources(root, part.sources) })).filter(
    (part) => !existsSync(join(root, 'dist', part.name)) || readStamp(root, part.name) !== part.hash,
  )
}

/** Notes that the part was built from the sources with that hash. */
export function writeStamp(root: string, part: StalePart): void {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampPath(root, part.name), part.hash)
}

function readStamp(root: string, name: BuildPart['name']): string | undefined {
  try {
    return readFileSync(stampPath(root, name), 'utf8')
  } catch {
    return undefined
  }
}

function stampPath(root: string, name: BuildPart['name']): string {
  return join(root, 'dist', `${name}.stamp`)
}
