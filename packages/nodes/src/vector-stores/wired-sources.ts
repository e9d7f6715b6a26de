import type { JsonValue } from '@runnel/contract'
import { type CallContext, type Component, readFileParam } from '@runnel/node-kit'

/** A source of documents that is wired to a store, and the name of what it gives now. */
export interface WiredSource {
  component: Component
  /** A hash of all that its documents depend on: its settings, its splitter, the bytes of its files. */
  name: string
}

/** The sources at the anchor `document`. */
export async function listWiredSources(component: Component, call: CallContext): Promise<WiredSource[]> {
  const sources: WiredSource[] = []
  for (const source of component.anchors.document ?? []) {
    sources.push({ component: source, name: call.hash(await describe(source, call)) })
  }
  return sources
}

/** What a component and all that is wired to it are made of; files by their content, credentials not at all. */
async function describe(component: Component, call: CallContext): Promise<JsonValue> {
  const files: string[] = []
  for (const value of Object.values(component.values)) {
    for (const { source } of readFileParam(value)) files.push((await call.file.stat(source)).sha256)
  }
  const anchors: [string, JsonValue[]][] = []
  for (const [anchor, inner] of Object.entries(component.anchors)) {
    const described: JsonValue[] = []
    for (const each of inner) described.push(await describe(each, call))
    anchors.push([anchor, described])
  }
  const { type, values, output } = component
  return { type, values, output, files, anchors: Object.fromEntries(anchors) }
}
