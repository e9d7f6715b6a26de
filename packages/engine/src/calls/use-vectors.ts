import type { JsonObject, JsonValue } from '@runnel/contract'
import type { CallVectors, Component, Document, FoundDocument } from '@runnel/node-kit'
import type { VectorEntry } from '../engine-ports.ts'
import { canonicalJson } from '../journal/canonical-json.ts'
import type { StepRun } from '../step/step-run.ts'
import { type CallFrame, nextPath } from './call-frame.ts'
import { inputUsage } from './call-model.ts'
import { callEmbedder, countInput, embedNow } from './call-vendor.ts'
import { makeCall } from './make-call.ts'

const BATCH = 256

/** The embedded store. Taking documents in twice changes nothing: an interrupted call is simply made again. */
export function createCallVectors(frame: CallFrame): CallVectors {
  const { ports } = frame.stepRun.scope.session
  return {
    async hasSource(key, source) {
      const { reply } = await makeCall<boolean>(frame, {
        path: nextPath(frame, 'v'),
        kind: 'vectors',
        what: 'A look into the store',
        request: { key, source },
        effects: 'read',
        make: () => ports.vectors.hasSource(key, source),
      })
      return reply
    },
    async add(key, request) {
      const { reply, replayed } = await makeCall<Taken & JsonObject>(frame, {
        path: nextPath(frame, 'v'),
        kind: 'vectors',
        what: 'Taking documents in',
        request: { key, source: request.source },
        effects: 'read',
        make: async () => ({ ...(await addDocuments(frame.stepRun, key, request)) }),
        usageOf: ({ inputTokens }) => inputUsage(inputTokens),
      })
      const { added, known, inputTokens } = reply
      countInput(frame.stepRun, inputTokens, replayed)
      return { added, known }
    },
    search: (key, request) => searchVectors(frame, key, request),
  }
}

interface AddRequest {
  source: string
  documents: Document[]
  embedder: Component
}

/** What came of taking documents in. */
interface Taken {
  added: number
  known: number
  inputTokens: number
}

/** Embeds what the store does not hold, some hundred at a time, so that neither memory nor a lost connection hurts. */
async function addDocuments(
  stepRun: StepRun,
  key: string,
  { source, documents, embedder }: AddRequest,
): Promise<Taken> {
  const { ports } = stepRun.scope.session
  let added = 0
  let inputTokens = 0
  for (let at = 0; at < documents.length; at += BATCH) {
    stepRun.scope.signal.throwIfAborted()
    const batch = documents
      .slice(at, at + BATCH)
      .map((document) => ({ document, hash: hashOf(stepRun, document) }))
    const missing = new Set(
      await ports.vectors.listMissing(
        key,
        batch.map(({ hash }) => hash),
      ),
    )
    const fresh = [...new Map(batch.map((entry) => [entry.hash, entry])).values()].filter(({ hash }) =>
      missing.has(hash),
    )
    const { vectors, space, ...used } = await embedNow(
      stepRun,
      embedder,
      fresh.map(({ document }) => document.pageContent),
    )
    const entries: VectorEntry[] = fresh.map(({ document, hash }, index) => ({
      hash,
      text: document.pageContent,
      metadata: document.metadata,
      vector: vectors[index] ?? [],
    }))
    await ports.vectors.add(key, { source, space, entries, hashes: batch.map(({ hash }) => hash) })
    added += entries.length
    inputTokens += used.inputTokens
  }
  await ports.vectors.finishSource(key, source)
  return { added, known: documents.length - added, inputTokens }
}

function hashOf({ scope }: StepRun, { pageContent, metadata }: Document): string {
  return scope.session.ports.hash(canonicalJson({ pageContent, metadata }))
}

interface SearchRequest {
  query: string
  limit: number
  embedder: Component
  filter?: JsonObject
}

async function searchVectors(
  frame: CallFrame,
  key: string,
  { query, limit, embedder, filter }: SearchRequest,
): Promise<FoundDocument[]> {
  const { ports } = frame.stepRun.scope.session
  const [vector = []] = await callEmbedder(frame, embedder, [query])
  const { reply } = await makeCall<JsonValue>(frame, {
    path: nextPath(frame, 'v'),
    kind: 'vectors',
    what: 'A search',
    request: { key, query, limit, filter },
    effects: 'read',
    make: async () => {
      const found = await ports.vectors.search(key, { vector, limit, ...(filter && { filter }) })
      return found.map(({ text, metadata, score }) => ({ pageContent: text, metadata, score }))
    },
  })
  return reply as unknown as FoundDocument[]
}
