import type { FlowDocument, FlowType } from '@runnel/contract'
import { planRun, type RunPlan } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'

/** A flow version ready to run. Versions never change, so neither does this. */
export interface PreparedVersion {
  id: string
  flowType: FlowType
  document: FlowDocument
  plan: RunPlan
  consentedHosts: string[]
  /** Whether a run needs the workspace's variables. */
  usesVariables: boolean
}

/** Keeps the versions that were run last, by id. */
export interface VersionCache {
  /** The prepared version, from the cache or made by `load`. A version that cannot run is thrown, not kept. */
  get(id: string, load: () => Promise<StoredVersion>): Promise<PreparedVersion>
}

/** A version as everybody reads it. */
export interface StoredVersion {
  id: string
  flowType: FlowType
  document: FlowDocument
  consentedHosts: string[]
}

const MAX_VERSIONS = 500

function mentionsVariables(document: FlowDocument): boolean {
  return document.nodes.some(
    (node) => node.type.toLowerCase().includes('function') || JSON.stringify(node.values).includes('$vars'),
  )
}

function prepare(stored: StoredVersion, catalogue: Catalogue): PreparedVersion {
  const { document } = stored
  return {
    ...stored,
    plan: planRun(document, catalogue.find),
    usesVariables: mentionsVariables(document),
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
