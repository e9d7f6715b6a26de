import { type JsonValue, type NamedFile, readFileParam, readStoreId } from '@runnel/contract'
import type { CallContext, Component, TakenIn } from '@runnel/node-kit'

/** A source of documents that is wired to a store, and the name of what it gives now. */
export interface WiredSource {
  component: Component
  /** A hash of all that its documents depend on: its settings, its splitter, the bytes of its files. */
  name: string
}

/** The sources at the anchor `document`. A loader without a file may stand there for those of chats, and is left out then. */
export async function listWiredSources(component: Component, call: CallContext): Promise<WiredSource[]> {
  const sources: WiredSource[] = []
  const wired = component.anchors.document ?? []
  for (const source of takesChatFiles(component) ? wired.filter((each) => !lacksFile(each)) : wired) {
    sources.push({ component: source, name: call.hash(await describe(source, call)) })
  }
  return sources
}

/** So many of what a store took in are shown. */
export const MOST_FIRST = 20

/** What was taken in of several sources, all in all. */
export function addUp(taken: readonly TakenIn[]): Required<TakenIn> {
  const sum = (count: (one: TakenIn) => number) => taken.reduce((total, one) => total + count(one), 0)
  return {
    added: sum(({ added }) => added),
    known: sum(({ known }) => known),
    deleted: sum(({ deleted = 0 }) => deleted),
    first: taken.flatMap(({ first = [] }) => first).slice(0, MOST_FIRST),
  }
}

/** Whether a store takes files of chats. */
export function takesChatFiles({ values }: Component): boolean {
  return values.fileUpload === true || values.fileUpload === 'true'
}

/** Whether it is a loader of files that has none: as flows come from elsewhere, to be filled by an upsert. */
export function lacksFile({ needsFile, fileParams = [], values }: Component): boolean {
  return needsFile === true && fileParams.every((param) => readFileParam(values[param]).length === 0)
}

/** Whether a caller gave something for this time to a source that is wired. */
export function isGivenNow({ nodeId }: Component, call: CallContext): boolean {
  return Object.hasOwn(call.run.overrides, nodeId)
}

/** What a component and all that is wired to it are made of; files by their content, credentials not at all. */
async function describe(component: Component, call: CallContext): Promise<JsonValue> {
  const values: Record<string, JsonValue> = {}
  for (const [param, value] of Object.entries(component.values)) {
    const files = component.fileParams?.includes(param) === true ? readFileParam(value) : []
    values[param] = files.length === 0 ? value : await describeFiles(files, call)
    if (component.storeParams?.includes(param)) values[param] = await describeStore(value, call)
  }
  const anchors: [string, JsonValue[]][] = []
  for (const [anchor, inner] of Object.entries(component.anchors)) {
    const described: JsonValue[] = []
    for (const each of inner) described.push(await describe(each, call))
    anchors.push([anchor, described])
  }
  const { type, output } = component
  return { type, values, output, anchors: Object.fromEntries(anchors) }
}

/** A document store by what it holds. */
async function describeStore(value: JsonValue, call: CallContext): Promise<JsonValue> {
  const id = readStoreId(value) ?? ''
  return { store: id, version: (await call.documentStore.find(id))?.version ?? '' }
}

/** Files by name and content: the same file given once more is the same source, wherever it lies. */
async function describeFiles(files: readonly NamedFile[], call: CallContext): Promise<JsonValue> {
  const described: JsonValue[] = []
  for (const { source, name } of files) {
    const stat = await call.file.stat(source)
    described.push({ name: name ?? stat.name, sha256: stat.sha256 })
  }
  return described
}
