import { isRunnelError, type JsonValue, type RunnelError } from '@runnel/contract'
import type { CacheAccess, Component, EmbeddingCache } from '@runnel/node-kit'
import { getCapability, provides } from '../components/component.ts'
import { canonicalJson } from '../journal/canonical-json.ts'
import type { StepRun } from '../step/step-run.ts'
import { packVector, unpackVector } from './packed-vectors.ts'

/** Vectors of texts, with the tokens that were paid for them. */
interface Embedded {
  vectors: number[][]
  inputTokens: number
}

/**
 * The vectors of texts: those that the embedder's cache keeps, and the others as they are made now, which are kept then.
 * The same text twice is embedded once. A cache that cannot be asked is gone around: it saves work, nothing depends on it.
 */
export async function embedThroughCache(
  stepRun: StepRun,
  { component, texts }: { component: Component; texts: string[] },
  embed: (texts: string[]) => Promise<Embedded>,
): Promise<Embedded> {
  const cache = findCache(stepRun, component)
  if (!cache) return embed(texts)
  const work = await getCapability(stepRun, cache, 'embeddingCache')
  const keyed = new Map(texts.map((text) => [text, keyOf(stepRun, { component, cache, text })]))
  const vectorOf = await findKept(stepRun, { cache, work, keyed })
  const missing = [...keyed.keys()].filter((text) => !vectorOf.has(text))
  if (missing.length === 0) return { vectors: texts.map((text) => vectorOf.get(text) ?? []), inputTokens: 0 }
  const { vectors, inputTokens } = await embed(missing)
  for (const [index, text] of missing.entries()) vectorOf.set(text, vectors[index] ?? [])
  const entries = missing.flatMap((text, index) => {
    const vector = vectors[index] ?? []
    return vector.length === 0 ? [] : [{ key: keyed.get(text) ?? '', vector: packVector(vector) }]
  })
  await unlessAway(stepRun, () => work.keep(cache, entries, accessOf(stepRun)))
  return { vectors: texts.map((text) => vectorOf.get(text) ?? []), inputTokens }
}

function findCache(stepRun: StepRun, { anchors }: Component): Component | undefined {
  return Object.values(anchors)
    .flat()
    .find((wired) => provides(stepRun, wired, 'embeddingCache'))
}

/** All that a vector depends on: one of another workspace, model or setting is never found. */
function keyOf(
  { scope }: StepRun,
  { component, cache, text }: { component: Component; cache: Component; text: string },
): string {
  const { type, values } = component
  const { hash, workspaceId } = scope.session.ports
  const { namespace = null } = cache.values
  return hash(canonicalJson({ workspaceId, namespace, type, values, text } satisfies JsonValue))
}

interface Finding {
  cache: Component
  work: EmbeddingCache
  keyed: Map<string, string>
}

async function findKept(stepRun: StepRun, { cache, work, keyed }: Finding): Promise<Map<string, number[]>> {
  const found = await unlessAway(stepRun, () => work.find(cache, [...keyed.values()], accessOf(stepRun)))
  const vectorOf = new Map<string, number[]>()
  for (const [index, text] of [...keyed.keys()].entries()) {
    const vector = readVector(found?.[index])
    if (vector) vectorOf.set(text, vector)
  }
  return vectorOf
}

/** What somebody else wrote there is no vector. */
function readVector(packed: string | undefined): number[] | undefined {
  if (packed === undefined) return undefined
  try {
    const vector = unpackVector(packed)
    return vector.length > 0 && vector.every(Number.isFinite) ? vector : undefined
  } catch {
    return undefined
  }
}

/** Not journaled: the call that embeds is. */
function accessOf({ scope, signal }: StepRun): CacheAccess {
  const { ports } = scope.session
  const { flowId } = scope.input
  return {
    replies: {
      find: (key) => ports.replies.find(flowId, key),
      keep: (key, reply) => ports.replies.keep(flowId, key, reply),
    },
    dataServer: {
      ask: (protocol, target, question) =>
        ports.dataServers.ask({ protocol, target, question }, { flowId, signal }),
    },
  }
}

/** Faults of the server pass by; those that its author can mend are told. */
async function unlessAway<Result>(
  { signal }: StepRun,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    const isOurs = isRunnelError(error) && !AWAY.includes(error.code)
    if (signal.aborted || isOurs) throw error
    return undefined
  }
}

const AWAY: RunnelError['code'][] = ['upstream_error', 'unavailable', 'timeout']
