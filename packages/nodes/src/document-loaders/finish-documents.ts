import { inTurn, isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
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
      yield { sources }
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
  const given = Object.entries(readJsonParam(component, metadataParam) ?? {})
  const added = Object.fromEntries(given.filter(([, value]) => !(namesPlaces && isPlace(value))))
  const omitted = readText(component.values, 'omitMetadataKeys')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  return async (some) => {
    const documents = some.filter(({ pageContent }) => pageContent.trim() !== '')
    const pieces = splitter && split ? await split(splitter, documents) : documents
    return pieces.map(({ pageContent, metadata }) => ({
      pageContent,
      metadata: omitted.includes('*') ? { ...added } : { ...omitKeys(metadata, omitted), ...added },
    }))
  }
}

function omitKeys(metadata: JsonObject, keys: string[]): JsonObject {
  return keys.reduce((left, key) => omitPath(left, key.split('.')), metadata)
}

function omitPath(holder: JsonObject, [key = '', ...rest]: string[]): JsonObject {
  const { [key]: inner, ...others } = holder
  if (rest.length === 0) return others
  return isJsonObject(inner) ? { ...holder, [key]: omitPath(inner, rest) } : holder
}
