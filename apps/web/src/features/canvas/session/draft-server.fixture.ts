import { ApiError } from '@runnel/client'
import {
  type Chatflow,
  type FlowDiff,
  type FlowDocument,
  type JsonValue,
  readFileParam,
} from '@runnel/contract'
import { applyDiff, diffDocuments, isEmptyDiff } from '@runnel/graph'
import { makeDocument, makeNode } from '@runnel/graph/testing'
import type { KeeperApi } from './keep-draft.ts'

/** The id of the one flow. */
export const FLOW_ID = '6a1f0a52-0d7c-4f1e-9b2e-000000000001'
/** The document of its first version. */
export const FIRST_DOCUMENT = makeDocument([makeNode('llmChain_0'), makeNode('llmChain_1')])
const TIME = '2026-01-01T00:00:00.000Z'

/** What the server keeps: versions by revision, and the log of the one draft. */
interface Kept {
  calls: string[]
  versions: Map<number, FlowDocument>
  revision: number
  name: string
  sequence: number
  draft: { baseRevision: number; log: { sequence: number; diff: FlowDiff }[] } | undefined
}

const versionId = (revision: number) => `version-${revision}`

/** The answer to a read or a whole save of the flow. */
export function flowRow(revision: number, document: FlowDocument = FIRST_DOCUMENT): Chatflow {
  return {
    id: FLOW_ID,
    name: 'Flow',
    type: 'CHATFLOW',
    revision,
    headVersionId: versionId(revision),
    createdDate: TIME,
    updatedDate: TIME,
    workspaceId: FLOW_ID,
    document,
    problems: [],
  }
}

/** What a change does to labels, and which nodes it brings: enough for a test to tell changes apart. */
function tell({ nodes }: FlowDiff): string {
  const labels = nodes.changed.flatMap(({ changes }) =>
    changes.flatMap((change) => ('to' in change && change.path[0] === 'label' ? [String(change.to)] : [])),
  )
  return [...labels, ...nodes.added.map(({ id }) => `+${id}`)].join(' ')
}

function refusal(code: string, missed?: { sequence: number; diff: FlowDiff }): Promise<never> {
  const body = { code, ...(missed ? { missed } : {}) }
  return Promise.reject(new ApiError('Refused', { status: 409, code, body }))
}

function versionOf({ versions }: Kept, revision: number): FlowDocument {
  return versions.get(revision) ?? FIRST_DOCUMENT
}

function addVersion(kept: Kept, document: FlowDocument): void {
  kept.revision += 1
  kept.versions.set(kept.revision, document)
}

/** Names each file of a document in place of its bytes. */
function withoutFiles(document: FlowDocument): FlowDocument {
  const nameOf = (value: JsonValue) => {
    const [file] = readFileParam(value)
    return file && 'base64' in file.source ? `FILE-STORAGE::${file.name}` : value
  }
  const nodes = document.nodes.map((node) => {
    const values = Object.entries(node.values).map(([name, value]) => [name, nameOf(value)] as const)
    return { ...node, values: Object.fromEntries(values) }
  })
  return { ...document, nodes }
}

function grow(kept: Kept, baseRevision: number, diff: FlowDiff): number {
  kept.sequence += 1
  const log = kept.draft?.log ?? []
  kept.draft = { baseRevision, log: [...log, { sequence: kept.sequence, diff }] }
  return kept.sequence
}

function draftAt(kept: Kept, last = Number.POSITIVE_INFINITY): FlowDocument {
  const { baseRevision = kept.revision, log = [] } = kept.draft ?? {}
  const known = log.filter(({ sequence }) => sequence <= last)
  return known.reduce((document, { diff }) => applyDiff(document, diff), versionOf(kept, baseRevision))
}

const lastOf = ({ draft }: Kept) => draft?.log.at(-1)?.sequence ?? 0

function missedAfter(kept: Kept, after: number, isSameBase: boolean) {
  const isKnown = after === 0 || kept.draft?.log.some(({ sequence }) => sequence === after)
  if (!kept.draft || !isSameBase || !isKnown) return undefined
  return { sequence: lastOf(kept), diff: diffDocuments(draftAt(kept, after), draftAt(kept)) }
}

function draftCalls(kept: Kept): Pick<KeeperApi, 'appendDraft' | 'getDraft' | 'deleteDraft'> {
  return {
    appendDraft: ({ body }) => {
      const diff = body.diff as FlowDiff
      kept.calls.push(`${body.isWhole ? 'whole' : 'draft'} ${tell(diff)}`.trim())
      const baseRevision = Number(body.baseVersionId.replace('version-', ''))
      const isSameBase = (kept.draft?.baseRevision ?? baseRevision) === baseRevision
      const { after = lastOf(kept), isWhole = body.after === undefined } = body
      if (after !== lastOf(kept) || !(isSameBase || isWhole)) {
        return refusal('stale_draft', missedAfter(kept, after, isSameBase))
      }
      if (isWhole) kept.draft = undefined
      const sequence = kept.draft && isEmptyDiff(diff) ? lastOf(kept) : grow(kept, baseRevision, diff)
      return Promise.resolve({ sequence, updatedDate: TIME })
    },
    getDraft: () => {
      if (!kept.draft) return Promise.resolve({ draft: null })
      const { baseRevision } = kept.draft
      const base = versionOf(kept, baseRevision)
      const draft = {
        baseVersionId: versionId(baseRevision),
        diff: diffDocuments(base, draftAt(kept)),
        savedSince: diffDocuments(base, versionOf(kept, kept.revision)),
        headVersionId: versionId(kept.revision),
        sequence: lastOf(kept),
        viewport: null,
        updatedDate: TIME,
      }
      return Promise.resolve({ draft })
    },
    deleteDraft: () => {
      kept.calls.push('forget draft')
      kept.draft = undefined
      return Promise.resolve({ raw: [], affected: 1 })
    },
  }
}

function flowCalls(
  kept: Kept,
): Pick<KeeperApi, 'createChatflow' | 'updateChatflow' | 'saveChatflow' | 'getChatflow'> {
  return {
    createChatflow: ({ body }) => {
      kept.calls.push(`create ${body.name} ${body.concurrency}`)
      return Promise.resolve(flowRow(kept.revision))
    },
    updateChatflow: ({ body }, options) => {
      const { apikeyid, privateSessions, apiConfig } = body
      const [what] = [
        ...(privateSessions === undefined ? [] : [`private ${privateSessions}`]),
        ...(apiConfig === undefined ? [] : [`rules ${apiConfig}`]),
        `key ${apikeyid}`,
      ]
      kept.calls.push(`${what} if ${options?.ifMatch}`)
      if (options?.ifMatch !== kept.revision) return refusal('stale_revision')
      addVersion(kept, versionOf(kept, kept.revision))
      return Promise.resolve({ ...flowRow(kept.revision), name: kept.name, ...body } as Chatflow)
    },
    saveChatflow: ({ body }, options) => {
      const diff = body.diff as FlowDiff
      kept.calls.push(`save ${tell(diff)} if ${options?.ifMatch}`)
      if (options?.ifMatch !== kept.revision) return refusal('stale_revision')
      addVersion(kept, withoutFiles(applyDiff(versionOf(kept, kept.revision), diff)))
      kept.name = body.name ?? kept.name
      if (lastOf(kept) === body.draftSequence) kept.draft = undefined
      return Promise.resolve({
        revision: kept.revision,
        headVersionId: versionId(kept.revision),
        updatedDate: TIME,
        changeSequence: 0,
        problems: [],
        repairs: [],
      })
    },
    getChatflow: () =>
      Promise.resolve({ ...flowRow(kept.revision, versionOf(kept, kept.revision)), name: kept.name }),
  }
}

type MakeDiff = (document: FlowDocument) => FlowDiff

/** What another window or person does meanwhile. */
function makeOthers(kept: Kept) {
  return {
    save: (makeDiff: MakeDiff) => {
      const head = versionOf(kept, kept.revision)
      addVersion(kept, applyDiff(head, makeDiff(head)))
    },
    append: (makeDiff: MakeDiff) =>
      grow(kept, kept.draft?.baseRevision ?? kept.revision, makeDiff(draftAt(kept))),
    rename: (name: string) => {
      addVersion(kept, versionOf(kept, kept.revision))
      kept.name = name
    },
    discardDraft: () => {
      kept.draft = undefined
    },
  }
}

/** A server with one flow and one draft of it, which behaves as ours does and remembers what it was asked. */
export function makeDraftServer() {
  const kept: Kept = {
    calls: [],
    versions: new Map([[1, FIRST_DOCUMENT]]),
    revision: 1,
    name: 'Flow',
    sequence: 0,
    draft: undefined,
  }
  const api: KeeperApi = { ...flowCalls(kept), ...draftCalls(kept) }
  return {
    api,
    calls: kept.calls,
    others: makeOthers(kept),
    /** The head's document. */
    saved: () => versionOf(kept, kept.revision),
    /** What the draft leads to; undefined when there is none. */
    kept: () => kept.draft && draftAt(kept),
  }
}
