import { inTurn, isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type CallContext,
  type Component,
  type Document,
  type LoadDocuments,
  type LoadedDocuments,
  type LoadedPiece,
  type LoadedSource,
  readJsonParam,
  readText,
} from '@runnel/node-kit'

/** Reads documents as they are, whole and with what is known of them. */
export type LoadPlain = LoadDocuments

/** Characters of metadata that the author adds: they stand with every piece. */
const MOST_METADATA = 20_000

/** What tells how its documents are finished. */
export interface Finishing {
  /** Metadata that begins with `/` names a place in what was read, and was looked up there. */
  namesPlaces?: boolean
  /** The param with additional metadata; `metadata` when not said. */
  metadataParam?: string
}

/** Whether metadata names a place (`/source`). */
export function isPlace(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.startsWith('/')
}

/** Cuts what a loader read with the splitter that is wired to it, and sets what is known of each piece, as it comes. What has no text is left out. */
export async function* finishDocuments(
  { read, ...finishing }: Finishing & { read: (call: CallContext) => LoadedDocuments },
  component: Component,
  call: CallContext,
): AsyncGenerator<LoadedPiece> {
  const finish = await prepareFinish(finishing, component, call)
  for await (const piece of inTurn<LoadedPiece>(read(call))) {
    if (Array.isArray(piece)) yield await finish(piece)
    else {
      const sources: LoadedSource[] = []
      for (const each of piece.sources) sources.push({ ...each, documents: await finish(each.documents) })
      yield { ...piece, sources }
    }
  }
}

async function prepareFinish(
  { namesPlaces = false, metadataParam = 'metadata' }: Finishing,
  component: Component,
  call: CallContext,
): Promise<(documents: Document[]) => Promise<Document[]>> {
  const [splitter] = component.anchors.textSplitter ?? []
  const split = splitter && (await call.capability(splitter, 'textSplitter'))
  const given = Object.entries(readMetadata(component, metadataParam))
  const added = Object.fromEntries(given.filter(([, value]) => !(namesPlaces && isPlace(value))))
  const omitted = readText(component.values, 'omitMetadataKeys')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  const isBare = omitted.includes('*')
  const places = placeOmitted(omitted)
  return async (some) => {
    const documents = some.filter(({ pageContent }) => pageContent.trim() !== '')
    const pieces = splitter && split ? await split(splitter, documents) : documents
    return pieces.map(({ pageContent, metadata }) => ({
      pageContent,
      metadata: isBare ? { ...added } : { ...omitKeys(metadata, places), ...added },
    }))
  }
}

function readMetadata(component: Component, param: string): JsonObject {
  const given = readJsonParam(component, param) ?? {}
  if (JSON.stringify(given).length <= MOST_METADATA) return given
  const message = `has more than ${MOST_METADATA} characters, which would stand with every piece. Say less of them`
  throw new RunnelError('invalid_input', `The additional metadata of ${component.label} ${message}.`, {
    issues: [{ path: param, message }],
  })
}

/** Names to leave out: whole, or of what stands below them. */
interface Omitted {
  isWhole: boolean
  below: Map<string, Omitted>
}

/** Names by their steps, so that a document costs no more than it has names, however many are left out. */
function placeOmitted(keys: readonly string[]): Omitted {
  const root: Omitted = { isWhole: false, below: new Map() }
  for (const key of keys) {
    let place = root
    for (const step of key.split('.')) {
      const next = place.below.get(step) ?? { isWhole: false, below: new Map() }
      place.below.set(step, next)
      place = next
    }
    place.isWhole = true
  }
  return root
}

function omitKeys(holder: JsonObject, { below }: Omitted): JsonObject {
  const left = Object.entries(holder).flatMap(([key, inner]): [string, JsonValue][] => {
    const omitted = below.get(key)
    if (omitted?.isWhole) return []
    return [[key, omitted && isJsonObject(inner) ? omitKeys(inner, omitted) : inner]]
  })
  return Object.fromEntries(left)
}
