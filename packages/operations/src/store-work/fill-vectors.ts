import { isRunnelError } from '@runnel/contract'
import type { CallContext, Component, SearchedDocument } from '@runnel/node-kit'
import type { IndexPart, LiveIndex } from './stored-store.ts'

/** What a store of vectors shall have no more: sources of the live index that are not among `parts`, as ones that give nothing. */
export function goneParts(live: LiveIndex | null, parts: readonly IndexPart[]): IndexPart[] {
  const there = new Set(parts.map(nameOf))
  return (live?.parts ?? [])
    .filter((part) => !there.has(nameOf(part)))
    .map(({ loaderId, from }) => ({ loaderId, from, to: from - 1, hash: 'gone', count: 0 }))
}

const nameOf = ({ loaderId, from }: IndexPart) => `${loaderId}:${from}`

/** Who follows how a store of vectors is filled. */
interface Following {
  tell?(done: number): void
  /** Documents that the vendor of the embeddings refused, before the error that says so. */
  noteRefused?(documents: SearchedDocument[]): void
}

const REFUSED = /^documents\[(\d+)\]$/

/** Fills the store of vectors with the parts that are wired to it; gives the names of what it keeps in this installation. */
export async function fillVectors(
  component: Component,
  call: CallContext,
  { tell = () => undefined, noteRefused }: Following = {},
): Promise<string[]> {
  const names = new Set<string>()
  let done = 0
  const count = (more: number) => {
    done += more
    tell(done)
  }
  const noting: CallContext = {
    ...call,
    tellTaken: (taken) => tell(done + taken),
    vectors: {
      ...call.vectors,
      hasSource: (key, source) => {
        names.add(key)
        return call.vectors.hasSource(key, source)
      },
      add: async (key, request) => {
        const taken = await call.vectors.add(key, request).catch((error: unknown) => {
          const paths = isRunnelError(error) ? error.issues.map(({ path }) => REFUSED.exec(path)?.[1]) : []
          noteRefused?.(paths.flatMap((at) => request.documents[Number(at)] ?? []))
          throw error
        })
        count(taken.added + taken.known)
        return taken
      },
    },
    embed: async (embedder, texts, options) => {
      const vectors = await call.embed(embedder, texts, options)
      count(texts.length)
      return vectors
    },
  }
  const capability = await call.capability(component, 'vectorStore')
  await capability.ingest(component, noting)
  return [...names]
}

/**
 * The names of what stays in this installation of a store that is kept here: nothing is read and nothing made. A store
 * outside has none, and is not asked (`filled` is what `fillVectors` gave of it).
 */
export async function nameKept(
  component: Component,
  call: CallContext,
  filled: readonly string[],
): Promise<string[]> {
  if (filled.length === 0) return []
  const names: string[] = []
  const capability = await call.capability(component, 'vectorStore')
  const hasSource = async (key: string) => {
    names.push(key)
    return true
  }
  await capability.ingest(component, { ...call, vectors: { ...call.vectors, hasSource } })
  return names
}
