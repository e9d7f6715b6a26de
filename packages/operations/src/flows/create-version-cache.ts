import type { FlowDocument } from '@runnel/contract'
import { planIngestion, planRun } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import type { PreparedVersion, StoredVersion, VersionCache } from '../version-cache.ts'

const MAX_VERSIONS = 500

function mentionsVariables(document: FlowDocument, { find }: Catalogue): boolean {
  return document.nodes.some(
    (node) => find(node.type)?.readsVariables === true || JSON.stringify(node.values).includes('$vars'),
  )
}

function prepare(stored: StoredVersion, catalogue: Catalogue): PreparedVersion {
  const { document, ingests } = stored
  const { find } = catalogue
  return {
    ...stored,
    plan: ingests === undefined ? planRun(document, find) : planIngestion(document, find, ingests),
    usesVariables: mentionsVariables(document, catalogue),
  }
}

/** A cache of the 500 versions used last. */
export function createVersionCache(catalogue: Catalogue): VersionCache {
  const versions = new Map<string, PreparedVersion>()
  return {
    async get(id, load) {
      const known = versions.get(id)
      if (known) {
        versions.delete(id)
        versions.set(id, known)
        return known
      }
      const prepared = prepare(await load(), catalogue)
      versions.set(id, prepared)
      const oldest = versions.keys().next()
      if (versions.size > MAX_VERSIONS && !oldest.done) versions.delete(oldest.value)
      return prepared
    },
  }
}
