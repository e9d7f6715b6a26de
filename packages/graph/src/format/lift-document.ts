import { FLOW_FORMAT, type FlowDocument, isJsonObject, type JsonObject, RunnelError } from '@runnel/contract'
import { settleRanks } from '../document/settle-ranks.ts'

/** Makes a document of one format into the same document of the next. Pure; the meaning stays what it was. */
export type FormatLift = (document: JsonObject) => JsonObject

/** The way to the present format: the first entry leads from format 1 to 2, the next from 2 to 3 … */
const lifts: readonly FormatLift[] = []

function formatOf(document: JsonObject): number {
  const { format = FLOW_FORMAT } = document
  if (typeof format === 'number' && Number.isInteger(format) && format > 0) return format
  throw new RunnelError('invalid_flow', 'The format of a flow document is a whole number from 1 on.')
}

/**
 * A document of any format as one of the format to which the lifts lead; `all` holds one lift for each format before.
 * @throws RunnelError `invalid_flow` for a newer format
 */
export function liftFormat(document: JsonObject, all: readonly FormatLift[] = lifts): JsonObject {
  const present = all.length + 1
  const format = formatOf(document)
  if (format > present) {
    throw new RunnelError(
      'invalid_flow',
      `This flow was saved by a newer version of the product (format ${format}; this one reads up to ${present}). Update the product to open it.`,
    )
  }
  const lifted = all.slice(format - 1).reduce((current, lift) => lift(current), document)
  return lifted.format === present ? lifted : { ...lifted, format: present }
}

/**
 * A document that was kept as text: lifted to the present format, ranks settled. What was kept was checked before;
 * it is not checked again. @throws RunnelError `invalid_flow` for a newer format or a text that is no document
 */
export function parseKeptDocument(text: string): FlowDocument {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value) || !Array.isArray(value.nodes) || !Array.isArray(value.edges)) {
    throw new RunnelError('invalid_flow', 'What is kept for this flow is no flow document.')
  }
  return settleRanks(liftFormat(value) as unknown as FlowDocument)
}

/** The text under which a document is kept: with its format and its ranks. */
export function keepDocument(document: FlowDocument): string {
  return JSON.stringify({ ...settleRanks(document), format: FLOW_FORMAT })
}
