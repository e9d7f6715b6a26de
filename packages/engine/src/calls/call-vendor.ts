import type { JsonObject, JsonValue, Usage } from '@runnel/contract'
import type { CallContext, Component, Embedder, FoundDocument, RetrieveRequest } from '@runnel/node-kit'
import { getCapability, type OpenedForCall, openForCall, openVendor } from '../components/component.ts'
import { addUsage } from '../run-session.ts'
import { type CallFrame, nextPath, type StepRun } from '../step/step-run.ts'
import { embedThroughCache } from './cached-vectors.ts'
import { findPrice, type InputTokens, inputUsage, pricedUsage } from './call-model.ts'
import { LONG_PATIENCE, makeCall, type Patience, retryCall } from './make-call.ts'
import { packVector, unpackVector } from './packed-vectors.ts'
import type { RefusedTexts } from './refused-texts.ts'

/** Texts as vectors: one journaled call. */
export async function callEmbedder(
  frame: CallFrame,
  component: Component,
  { texts, isPatient = false }: { texts: string[]; isPatient?: boolean },
): Promise<number[][]> {
  const { stepRun } = frame
  const { type, values } = component
  const { reply, replayed } = await makeCall<{ vectors: string[] } & InputTokens & JsonObject>(frame, {
    path: nextPath(frame, 'e'),
    kind: 'embedding',
    what: 'An embedding',
    request: { embedder: { type, values }, texts },
    effects: 'read',
    make: async () => {
      const { vectors, used } = await embedNow(stepRun, component, {
        texts,
        ...(isPatient && { patience: LONG_PATIENCE }),
      })
      return { vectors: vectors.map(packVector), ...used }
    },
    tell: (embedded) => ({ usage: inputUsage(embedded) }),
  })
  countInput(stepRun, reply, replayed)
  return reply.vectors.map(unpackVector)
}

/** Counts tokens that went in; those of a replayed call are on the run's budget already. */
export function countInput(stepRun: StepRun, used: InputTokens, replayed: boolean): void {
  countUsage(stepRun, inputUsage(used), replayed)
}

/** Counts tokens that a call used; those of a replayed one are on the run's budget already. */
export function countUsage(stepRun: StepRun, usage: Usage, replayed: boolean): void {
  const { budget } = stepRun.scope.session
  stepRun.usage = addUsage(stepRun.usage, usage)
  if (!replayed) budget.addUsage(usage)
  try {
    budget.checkTokens()
  } catch (error) {
    stepRun.fatal ??= error
    throw error
  }
}

/** Texts that are embedded, and how. */
export interface Embedding {
  texts: string[]
  patience?: Patience | undefined
  /** Where texts may fail: those have an empty vector then, and the others are made. */
  refused?: RefusedTexts
}

/** Embeds inside a call that is journaled itself; what the embedder's cache keeps is not embedded again. */
export async function embedNow(
  stepRun: StepRun,
  component: Component,
  embedding: Embedding,
): Promise<{ vectors: number[][]; used: InputTokens }> {
  const opened = await openForCall(stepRun, component, { kind: 'embedder' })
  const { vectors, inputTokens } = await embedThroughCache(
    stepRun,
    { component, texts: embedding.texts },
    (texts) => embedInBatches(stepRun, opened, { ...embedding, texts }),
  )
  // Of a vendor that tells no tokens nobody knows the cost.
  const price = inputTokens > 0 ? findPrice(stepRun, component, opened.opened) : undefined
  const { inputCost } = pricedUsage(inputUsage({ inputTokens }), price)
  return { vectors, used: { inputTokens, ...(inputCost !== undefined && { inputCost }) } }
}

/** As many texts at a time as the vendor takes. */
async function embedInBatches(
  stepRun: StepRun,
  opened: OpenedForCall<Embedder>,
  embedding: Embedding,
): Promise<{ vectors: number[][]; inputTokens: number }> {
  const { texts } = embedding
  const { maxTexts } = opened.opened
  const vectors: number[][] = []
  let inputTokens = 0
  for (let at = 0; at < texts.length; at += maxTexts) {
    const made = await embedBatch(stepRun, opened, { ...embedding, texts: texts.slice(at, at + maxTexts) })
    vectors.push(...made.vectors)
    inputTokens += made.inputTokens
  }
  return { vectors, inputTokens }
}

/** One call of the vendor; where it refuses the texts together and that is put up with, one for each half. */
async function embedBatch(
  stepRun: StepRun,
  opened: OpenedForCall<Embedder>,
  embedding: Embedding,
): Promise<{ vectors: number[][]; inputTokens: number }> {
  const { texts, refused, patience } = embedding
  const { scope, signal } = stepRun
  if (refused?.isOver) return { vectors: texts.map(() => []), inputTokens: 0 }
  try {
    return await retryCall(() => opened.present(() => opened.opened.embed(texts, signal)), {
      ports: scope.session.ports,
      signal,
      mayRetry: () => refused?.isOver !== true,
      patience,
    })
  } catch (error) {
    if (!refused || signal.aborted) throw error
    if (texts.length > 1 && refused.mayBeOne(error)) {
      const middle = Math.ceil(texts.length / 2)
      const first = await embedBatch(stepRun, opened, { ...embedding, texts: texts.slice(0, middle) })
      const second = await embedBatch(stepRun, opened, { ...embedding, texts: texts.slice(middle) })
      return {
        vectors: [...first.vectors, ...second.vectors],
        inputTokens: first.inputTokens + second.inputTokens,
      }
    }
    refused.note(texts, error)
    return { vectors: texts.map(() => []), inputTokens: 0 }
  }
}

/** Orders texts by a query: one journaled call. */
export async function callReranker(
  frame: CallFrame,
  component: Component,
  request: { query: string; texts: string[]; limit: number },
): Promise<{ index: number; score: number }[]> {
  const { stepRun } = frame
  const { type, values } = component
  const { session } = stepRun.scope
  const { signal } = stepRun
  const { reply } = await makeCall(frame, {
    path: nextPath(frame, 'k'),
    kind: 'reranking',
    what: 'A reranking',
    request: { reranker: { type, values }, ...request },
    effects: 'read',
    make: async () => {
      const rerank = await getCapability(stepRun, component, 'reranker')
      const { vendor, present } = await openVendor(stepRun, component, { kind: 'reranker' })
      return retryCall(() => present(() => rerank(component, vendor, { ...request, signal })), {
        ports: session.ports,
        signal,
        mayRetry: () => true,
      })
    },
  })
  return reply
}

/** Documents for a query: one journaled call, with those that it makes inside. */
export async function callRetriever(
  frame: CallFrame,
  component: Component,
  { request, inner }: RetrieverCall,
): Promise<FoundDocument[]> {
  const { stepRun } = frame
  const { reply } = await makeCall<JsonValue>(frame, {
    path: nextPath(frame, 'r'),
    kind: 'retrieval',
    what: 'A retrieval',
    request: { retriever: { type: component.type, values: component.values }, ...request },
    effects: 'none',
    innerEffects: 'read',
    make: async (own) => {
      const retrieve = await getCapability(stepRun, component, 'retriever')
      const found = await retrieve(component, request, inner(own))
      return found.map(({ pageContent, metadata, score }) => ({ pageContent, metadata, score }))
    },
  })
  return reply as unknown as FoundDocument[]
}

interface RetrieverCall {
  request: RetrieveRequest
  inner(frame: CallFrame): CallContext
}
