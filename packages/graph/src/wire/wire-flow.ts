import type { JsonObject, JsonValue, Viewport } from '@runnel/contract'

/** A flow in the reference's form, with definitions inside: what the API takes and gives. */
export interface WireFlow {
  nodes: JsonObject[]
  edges: JsonObject[]
  viewport: Viewport
  /** Unknown top-level keys of an imported file. */
  [extra: string]: JsonValue | JsonObject[] | Viewport
}
