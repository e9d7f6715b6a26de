import type { JsonValue } from '@runnel/contract'

const INSTANCE = /^\s*\{\{\s*([^{}\s][^{}]*?)\.data\.instance\s*\}\}\s*$/

/** The text by which a wire input refers to what a node builds. */
export function instanceReference(nodeId: string): string {
  return `{{${nodeId}.data.instance}}`
}

/** The node that a text refers to when it is nothing but such a reference. */
export function readInstanceReference(value: JsonValue): string | undefined {
  return typeof value === 'string' ? INSTANCE.exec(value)?.[1] : undefined
}
