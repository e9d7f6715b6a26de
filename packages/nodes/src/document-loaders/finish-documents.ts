import { isJsonObject, type JsonObject } from '@runnel/contract'
import { type CallContext, type Component, type Document, readObject, readText } from '@runnel/node-kit'

/** Cuts what a loader read with the splitter that is wired to it, and sets what is known of each piece. */
export async function finishDocuments(
  component: Component,
  read: Document[],
  call: CallContext,
): Promise<Document[]> {
  const [splitter] = component.anchors.textSplitter ?? []
  const pieces = splitter ? await (await call.capability(splitter, 'textSplitter'))(splitter, read) : read
  const added = readObject(component.values, 'metadata') ?? {}
  const omitted = readText(component.values, 'omitMetadataKeys')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  return pieces.map(({ pageContent, metadata }) => ({
    pageContent,
    metadata: omitted.includes('*') ? { ...added } : { ...omitKeys(metadata, omitted), ...added },
  }))
}

/** The text of documents, for a param. */
export function joinTexts(documents: Document[]): string {
  return documents.map(({ pageContent }) => pageContent).join('\n')
}

function omitKeys(metadata: JsonObject, keys: string[]): JsonObject {
  return keys.reduce((left, key) => omitPath(left, key.split('.')), metadata)
}

function omitPath(holder: JsonObject, [key = '', ...rest]: string[]): JsonObject {
  const { [key]: inner, ...others } = holder
  if (rest.length === 0) return others
  return isJsonObject(inner) ? { ...holder, [key]: omitPath(inner, rest) } : holder
}
