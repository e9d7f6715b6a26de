import { type FlowDocument, FORM_INPUT, findValueReadAs } from '@runnel/contract'
import { planIngestion, planRun } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import type { PreparedVersion, StoredVersion, VersionCache } from '../version-cache.ts'

const MAX_VERSIONS = 500

function mentionsVariables(document: FlowDocument, { find }: Catalogue): boolean {
  return document.nodes.some(
    (node) => find(node.type)?.readsVariables === true || JSON.stringify(node.values).includes('$vars'),
  )
}

/** What a session keeps from run to run, as the trigger of the flow says. */
function whatIsKept(
  document: FlowDocument,
  { find }: Catalogue,
): Pick<PreparedVersion, 'keepsState' | 'keepsForm'> {
  const trigger = document.nodes.find(({ type }) => find(type)?.kind === 'trigger')
  const definition = trigger && find(trigger.type)
  const values = trigger?.values ?? {}
  return {
    keepsState: findValueReadAs(values, definition, 'persistsState') === true,
    keepsForm: findValueReadAs(values, definition, 'startInput') === FORM_INPUT,
  }
}

function prepare(stored: StoredVersion, catalogue: Catalogue): PreparedVersion {
  const { document, ingests } = stored
  const { find } = catalogue
  return {
    ...stored,
    plan: ingests === undefined ? planRun(document, find) : planIngestion(document, find, ingests),
    usesVariables: mentionsVariables(document, catalogue),
    ...whatIsKept(document, catalogue),
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
