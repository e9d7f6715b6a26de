import {
  type FindDefinition,
  type FlowDocument,
  FORM_INPUT,
  findValueReadAs,
  providedBy,
  RunnelError,
} from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { listNamedIds, namesVariables, planIngestion, planRun, walkStrings } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import type { OperationContext } from '../context.ts'
import type { PreparedVersion, StoredVersion, VersionCache } from '../version-cache.ts'
import { readConsents } from './consented-hosts.ts'
import { readStoredDocument } from './stored-document.ts'
import { canStream } from './streaming-rule.ts'

const MAX_VERSIONS = 500

/** Whether nodes, what is chosen inside of them, or texts may read variables. */
function mentionsVariables(document: FlowDocument, { find }: Catalogue): boolean {
  let mentions = false
  const look = (text: string) => {
    mentions ||= namesVariables(text) || find(text)?.readsVariables === true
  }
  for (const { type, values } of document.nodes) {
    look(type)
    walkStrings(values, look)
  }
  return mentions
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

/** The session id that the author wrote into the flow's memory node, if any. */
export function findFixedSession(document: FlowDocument, find: FindDefinition): string | undefined {
  const memories = document.nodes.filter(({ type, outputs }) =>
    providedBy(find(type), outputs?.output).includes('memory'),
  )
  const edge = document.edges.find((candidate) => memories.some((node) => node.id === candidate.source))
  const memory = memories.find((node) => node.id === edge?.source)
  const value = memory && findValueReadAs(memory.values, find(memory.type), 'sessionId')
  return typeof value === 'string' && value !== '' ? value : undefined
}

function prepare(stored: StoredVersion, catalogue: Catalogue): PreparedVersion {
  const { document, ingests } = stored
  const { find } = catalogue
  return {
    ...stored,
    plan: ingests === undefined ? planRun(document, find) : planIngestion(document, find, ingests),
    namedIds: listNamedIds(document),
    usesVariables: mentionsVariables(document, catalogue),
    ...whatIsKept(document, catalogue),
    canStream: canStream(stored.flowType, document, find),
    fixedSessionId: findFixedSession(document, find),
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

/** The id of the version that callers of a flow run now. @throws RunnelError `not_found` where none is published */
export function calledVersionId({ id, runMode, publishedVersionId, headVersionId }: FlowRow): string {
  const versionId = runMode === 'published' ? publishedVersionId : headVersionId
  if (versionId !== null) return versionId
  throw new RunnelError('not_found', `Chatflow ${id} has no published version yet. Publish it first.`)
}

/**
 * A version of a flow, ready to run: the one of that id, or the one that callers of the flow run now. With `ingests` it
 * is planned to fill that vector store.
 * @throws RunnelError `not_found`, and `invalid_flow` for a flow that cannot run
 */
export async function loadVersion(
  context: OperationContext,
  flow: FlowRow,
  { versionId: chosenId, ingests }: { versionId?: string | undefined; ingests?: string | undefined } = {},
): Promise<PreparedVersion> {
  const versionId = chosenId ?? calledVersionId(flow)
  const key = ingests === undefined ? versionId : `${versionId} ingests ${ingests}`
  return context.versions.get(key, async () => {
    const version = await context.db.read(flow.workspaceId).flows.findVersion(versionId)
    if (!version) throw new RunnelError('not_found', `Version ${versionId} of chatflow ${flow.id} not found`)
    const document = readStoredDocument(version.document, context.catalogue)
    const { consentedHosts } = version
    return {
      id: versionId,
      flowType: flow.type,
      document,
      consentedHosts: readConsents({ document, consentedHosts }, context.catalogue.find),
      ingests,
    }
  })
}
