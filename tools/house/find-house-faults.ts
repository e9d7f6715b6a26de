import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSourceFile } from '../files/file-kinds.ts'
import { listFiles } from '../files/list-files.ts'
import { findClassFaults } from './find-class-faults.ts'
import { findDocFaults } from './find-doc-faults.ts'
import { findHandlerFaults } from './find-handler-faults.ts'
import { findNameFaults } from './find-name-faults.ts'
import { findNodeNameFaults, type NodeNameEntry } from './find-node-name-faults.ts'
import { findRefusalFaults } from './find-refusal-faults.ts'
import { findSuppressionFaults, type SuppressionEntry } from './find-suppression-faults.ts'
import { findUnusedSheets } from './find-unused-sheets.ts'
import { findWayOutFaults } from './find-way-out-faults.ts'
import { findWordFaults } from './find-word-faults.ts'
import { readNodeNames } from './read-node-names.ts'

const BINARY = /\.(png|jpe?g|gif|webp|ico|woff2?|wasm|pdf|zip|gz)$/

/** What is let pass, from the lists of exceptions. */
export interface AllowedFaults {
  readonly suppressions: readonly SuppressionEntry[]
  readonly nodeNames: readonly NodeNameEntry[]
}

/** Reads every text file under `root` and returns what breaks the rules of the house, one sentence each. */
export async function findHouseFaults(root: string, allowed: AllowedFaults): Promise<string[]> {
  const paths = await listFiles(root)
  const texts = await Promise.all(
    paths
      .filter((path) => !BINARY.test(path))
      .map(async (path): Promise<[string, string]> => [path, await readFile(join(root, path), 'utf8')]),
  )
  const sources = new Map(texts.filter(([path]) => isSourceFile(path)))
  return [
    ...findNameFaults(paths),
    ...texts.flatMap(([path, text]) => findWordFaults(path, text)),
    ...findClassFaults(texts),
    ...findUnusedSheets(texts),
    ...findRefusalFaults(sources),
    ...findDocFaults({ texts, paths }),
    ...findHandlerFaults(sources),
    ...findWayOutFaults(texts),
    ...findSuppressionFaults(sources, allowed.suppressions),
    ...(await findNodeNameFaults(sources, await readNodeNames(root), allowed.nodeNames)),
  ]
}
