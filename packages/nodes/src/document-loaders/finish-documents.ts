import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { type CallContext, type Component, type Document, readObject, readText } from '@runnel/node-kit'

/** Reads documents as they are, whole and with what is known of them. */
export type LoadPlain = (component: Component, call: CallContext) => Promise<Document[]>

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

/** Cuts what a loader read with the splitter that is wired to it, and sets what is known of each piece. What has no text is left out. */
export async function finishDocuments(
  { read, namesPlaces = false, metadataParam = 'metadata' }: Finishing & { read: LoadPlain },
  component: Component,
  call: CallContext,
): Promise<Document[]> {
  const documents = (await read(component, call)).filter(({ pageContent }) => pageContent.trim() !== '')
  const [splitter] = component.anchors.textSplitter ?? []
  const pieces = splitter
    ? await (await call.capability(splitter, 'textSplitter'))(splitter, documents)
    : documents
  const given = Object.entries(readObject(component.values, metadataParam) ?? {})
  const added = Object.fromEntries(given.filter(([, value]) => !(namesPlaces && isPlace(value))))
  const omitted = readText(component.values, 'omitMetadataKeys')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  return pieces.map(({ pageContent, metadata }) => ({
    pageContent,
    metadata: omitted.includes('*') ? { ...added } : { ...omitKeys(metadata, omitted), ...added },
  }))
}

function omitKeys(metadata: JsonObject, keys: string[]): JsonObject {
  return keys.reduce((left, key) => omitPath(left, key.split('.')), metadata)
}

function omitPath(holder: JsonObject, [key = '', ...rest]: string[]): JsonObject {
  const { [key]: inner, ...others } = holder
  if (rest.length === 0) return others
  return isJsonObject(inner) ? { ...holder, [key]: omitPath(inner, rest) } : holder
}
