import type { JsonObject } from '@runnel/contract'

/** A wire node with the id and type that it has from now on. */
export interface NamedWireNode {
  id: string
  type: string
  wire: JsonObject
  data: JsonObject
}
