import { type JsonObject, type JsonValue, searchedText } from '@runnel/contract'
import type { Component, FoundDocument, SearchedDocument } from '@runnel/node-kit'
import { openForCall } from '../components/component.ts'
import type { KnownVector, VectorEntry } from '../engine-ports.ts'
import { canonicalJson } from '../journal/canonical-json.ts'
import { type CallFrame, nextPath, type StepRun } from '../step/step-run.ts'
import { type InputTokens, inputUsage } from './call-model.ts'
import { callEmbedder, countInput, type Embedding, embedNow } from './call-vendor.ts'
import { LONG_PATIENCE, makeCall } from './make-call.ts'
import { listRefused, type RefusedTexts } from './refused-texts.ts'
import { workAhead } from './work-ahead.ts'

const BATCH = 256
/** Batches whose vectors are made at once, while others are written. */
const BATCHES_AHEAD = 4

/** Whether the embedded store has taken a source in: one journaled call. */
export async function hasSource(frame: CallFrame, key: string, source?: string): Promise<boolean> {
  const { ports } = frame.stepRun.scope.session
  const { reply } = await makeCall<boolean>(frame, {
    path: nextPath(frame, 'v'),
    kind: 'vectors',
    what: 'A look into the store',
    request: { key, ...(source !== undefined && { source }) },
    effects: 'read',
    make: () => ports.vectors.hasSource(key, source),
  })
  return reply
}

/**
 * Takes documents into the embedded store: one journaled call. Doing so twice changes nothing, so that an interrupted
 * call is simply made again.
 */
export async function addToVectors(
  frame: CallFrame,
  key: string,
  request: AddRequest,
): Promise<Omit<Taken, keyof InputTokens>> {
  const { reply, replayed } = await makeCall<Taken & JsonObject>(frame, {
    path: nextPath(frame, 'v'),
    kind: 'vectors',
    what: 'Taking documents in',
    request: { key, source: request.source, ...(request.replaces && { replaces: true }) },
    effects: 'read',
    make: async () => {
      const taken = await addDocuments(frame.stepRun, key, request)
      const left = request.documents.length > 0 ? request.source : undefined
      if (!request.replaces) return { ...taken }
      const deleted = await frame.stepRun.scope.session.ports.vectors.keepOnly(key, left)
      return { ...taken, deleted }
    },
    tell: (taken) => ({ usage: inputUsage(taken) }),
  })
  const { added, known, deleted } = reply
  countInput(frame.stepRun, reply, replayed)
  return { added, known, ...(deleted !== undefined && { deleted }) }
}

interface AddRequest {
  source: string
  documents: SearchedDocument[]
  embedder: Component
  owner?: string | undefined
  replaces?: boolean
  tell?: ((done: number, total: number) => void) | undefined
}

/** What came of taking documents in. */
interface Taken extends InputTokens {
  added: number
  known: number
  /** Of those that it took the place of. */
  deleted?: number
}

/** One entry of the store before it is embedded: a document, or a piece of one. */
interface Unit {
  hash: string
  /** What is embedded. */
  text: string
  document: SearchedDocument
  piece?: { of: number; from: number; to: number }
}

/** What is to be found of each document, numbered as it will stand; the text of one in pieces stands with its first piece. */
function listUnits(stepRun: StepRun, documents: readonly [string, SearchedDocument][]): Unit[] {
  const units: Unit[] = []
  for (const [hash, document] of documents) {
    const { pageContent, metadata, pieces = [], context } = document
    const of = units.length
    if (pieces.length === 0) units.push({ hash, text: searchedText(pageContent, context), document })
    for (const { from, to } of pieces) {
      const text = pageContent.slice(from, to)
      units.push({
        hash: hashOf(stepRun, { pageContent: text, metadata, context }),
        text: searchedText(text, context),
        document,
        piece: { of, from, to },
      })
    }
  }
  return units
}

/**
 * Embeds some hundred texts at a time, and some times ahead of what is written, so that neither memory nor a lost
 * connection hurts, and a vendor's time passes beside ours. The same content twice is taken once; a source that the store has is not
 * embedded again. Texts that fail hold up no others: these are kept where nobody finds them, for the next try.
 */
async function addDocuments(
  stepRun: StepRun,
  key: string,
  { source, documents, embedder, owner, tell = () => undefined }: AddRequest,
): Promise<Taken> {
  const { ports } = stepRun.scope.session
  const fresh = [...new Map(documents.map((document) => [hashOf(stepRun, document), document]))]
  const isKnown = fresh.length === 0 || (await ports.vectors.hasSource(key, source))
  if (isKnown) return { added: 0, known: fresh.length, inputTokens: 0 }
  const units = listUnits(stepRun, fresh)
  await ports.vectors.checkRoom(units.length)
  const starts = Array.from({ length: Math.ceil(units.length / BATCH) }, (_, index) => index * BATCH)
  const { opened } = await openForCall(stepRun, embedder, { kind: 'embedder' })
  const { space } = opened
  const refused = listRefused()
  // Of a flow somebody may wait for the answer.
  const how = { refused, patience: owner === undefined ? undefined : LONG_PATIENCE }
  const batches = workAhead(starts, BATCHES_AHEAD, async (at) => {
    stepRun.signal.throwIfAborted()
    const batch = units.slice(at, at + BATCH)
    const hashes = [...new Set(batch.map(({ hash }) => hash))]
    const known = await ports.vectors.findKnown(key, source, { owner, hashes })
    // An owner whose settings were changed to and fro may have begun with other ones.
    const there = known.filter((vector) => canonicalJson(vector.space) === canonicalJson(space))
    const { vectorOf, used } = await embedUnknown(stepRun, embedder, { batch, there, how })
    const entries = batch.map((unit, index) => entryOf(unit, at + index, vectorOf.get(unit.hash) ?? []))
    return { at, entries, used }
  })
  let total: InputTokens = { inputTokens: 0 }
  let buildingId: string | undefined
  let embedded = 0
  tell(0, units.length)
  for await (const { at, entries, used } of batches) {
    stepRun.signal.throwIfAborted()
    total = addInput(total, used)
    for (const run of wholeRuns(entries)) {
      const dimensions = run.entries[0]?.vector.length ?? 0
      buildingId ??= await ports.vectors.beginSource(key, { source, space, dimensions, owner })
      await ports.vectors.addEntries(buildingId, at + run.from, run.entries)
      embedded += run.entries.length
    }
    tell(embedded, units.length)
  }
  const failure = refused.toError({ embedded, refused: listRefusedPlaces(refused, units, documents) })
  if (failure !== undefined) throw failure
  if (buildingId !== undefined) await ports.vectors.finishSource(buildingId)
  return { added: fresh.length, known: 0, ...total }
}

/** Two counts in sum; a cost that neither tells stays out. */
function addInput(one: InputTokens, other: InputTokens): InputTokens {
  const inputTokens = one.inputTokens + other.inputTokens
  if (one.inputCost === undefined && other.inputCost === undefined) return { inputTokens }
  return { inputTokens, inputCost: (one.inputCost ?? 0) + (other.inputCost ?? 0) }
}

/** The entries that have vectors, those together that follow each other. */
function wholeRuns(entries: VectorEntry[]): { from: number; entries: VectorEntry[] }[] {
  const runs: { from: number; entries: VectorEntry[] }[] = []
  for (const [index, entry] of entries.entries()) {
    if (entry.vector.length === 0) continue
    const last = runs.at(-1)
    if (last && last.from + last.entries.length === index) last.entries.push(entry)
    else runs.push({ from: index, entries: [entry] })
  }
  return runs
}

/** The places of the documents that a vendor refused, or pieces of them. */
function listRefusedPlaces(
  refused: RefusedTexts,
  units: readonly Unit[],
  documents: readonly SearchedDocument[],
): number[] {
  const those = new Set(units.filter(({ text }) => refused.has(text)).map(({ document }) => document))
  return documents.flatMap((document, index) => (those.has(document) ? [index] : []))
}

function entryOf({ hash, document, piece }: Unit, n: number, vector: number[]): VectorEntry {
  const { pageContent, metadata, context } = document
  const hasText = piece === undefined || piece.of === n
  return {
    hash,
    text: hasText ? pageContent : '',
    metadata: hasText ? metadata : {},
    vector,
    ...(piece && { piece }),
    ...(hasText && context !== undefined && { context }),
  }
}

interface EmbeddedBatch {
  vectorOf: Map<string, number[]>
  used: InputTokens
}

/** The vectors of a batch, by hash: those that are there, and of the others as they are made now; empty where that failed. */
async function embedUnknown(
  stepRun: StepRun,
  embedder: Component,
  {
    batch,
    there,
    how,
  }: { batch: readonly Unit[]; there: readonly KnownVector[]; how: Omit<Embedding, 'texts'> },
): Promise<EmbeddedBatch> {
  const vectorOf = new Map(there.map(({ hash, vector }) => [hash, vector]))
  const unknown = [
    ...new Map(batch.flatMap(({ hash, text }) => (vectorOf.has(hash) ? [] : [[hash, text] as const]))),
  ]
  if (unknown.length === 0) return { vectorOf, used: { inputTokens: 0 } }
  const texts = unknown.map(([, text]) => text)
  const { vectors, used } = await embedNow(stepRun, embedder, { texts, ...how })
  for (const [index, [hash]] of unknown.entries()) vectorOf.set(hash, vectors[index] ?? [])
  return { vectorOf, used }
}

function hashOf({ scope }: StepRun, { pageContent, metadata, context }: SearchedDocument): string {
  const searched = { pageContent, metadata, ...(context !== undefined && { context }) }
  return scope.session.ports.hash(canonicalJson(searched))
}

interface SearchRequest {
  query: string
  limit: number
  embedder: Component
  filter?: JsonObject
  byWords?: boolean | 'alone'
}

/** The nearest documents of the embedded store: an embedding, and one journaled call. */
export async function searchVectors(
  frame: CallFrame,
  keys: string[],
  { query, limit, embedder, filter, byWords = false }: SearchRequest,
): Promise<FoundDocument[]> {
  const { ports } = frame.stepRun.scope.session
  const [vector = []] = await callEmbedder(frame, embedder, { texts: [query] })
  const { reply } = await makeCall<JsonValue>(frame, {
    path: nextPath(frame, 'v'),
    kind: 'vectors',
    what: 'A search',
    request: { keys, query, limit, filter, ...(byWords && { byWords }) },
    effects: 'read',
    make: async () => {
      const words = byWords && {
        words: query,
        ...(byWords === 'alone' && { onlyWords: true }),
        ...(ports.findDefinition(embedder.type)?.comparesWords === true && { comparesWords: true }),
      }
      const found = await ports.vectors.search(keys, { vector, limit, ...(filter && { filter }), ...words })
      return found.map(({ text, metadata, score }) => ({ pageContent: text, metadata, score }))
    },
  })
  return reply as unknown as FoundDocument[]
}
