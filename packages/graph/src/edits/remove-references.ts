import { isJsonObject, type JsonObject, type JsonValue, type NodeDefinition } from '@runnel/contract'
import {
  MENTION,
  mentionedReference,
  nodeOfReference,
  normalizeReference,
  REFERENCE,
  referencesOfText,
} from '../variables/find-references.ts'

type IsGone = (nodeId: string) => boolean

function namesGone(reference: string | undefined, isGone: IsGone): boolean {
  const node = reference === undefined ? undefined : nodeOfReference(normalizeReference(reference))
  return node !== undefined && isGone(node)
}

function cleanText(text: string, isGone: IsGone): string {
  const names = referencesOfText(text)
  if (!names.some((reference) => namesGone(reference, isGone))) return text
  return text
    .replace(MENTION, (whole, attributes: string) =>
      namesGone(mentionedReference(attributes), isGone) ? '' : whole,
    )
    .replace(REFERENCE, (whole, inside: string) => (namesGone(inside, isGone) ? '' : whole))
}

function cleanList(list: JsonValue[], isGone: IsGone): JsonValue[] {
  const kept = list.flatMap((item) => {
    const cleaned = cleanValue(item, isGone)
    const wasOnlyReference = typeof item === 'string' && item !== '' && cleaned === ''
    return wasOnlyReference ? [] : [cleaned]
  })
  const isSame = kept.length === list.length && kept.every((item, index) => item === list[index])
  return isSame ? list : kept
}

function cleanValue(value: JsonValue, isGone: IsGone): JsonValue {
  if (typeof value === 'string') return cleanText(value, isGone)
  if (Array.isArray(value)) return cleanList(value, isGone)
  return isJsonObject(value) ? removeReferences(value, isGone) : value
}

/**
 * Takes references to nodes out of values: whole list items, single values, and the parts of texts. Other values
 * stay as they are; where there is none, the values come back as the same object.
 */
export function removeReferences(values: JsonObject, isGone: IsGone): JsonObject {
  const cleaned = Object.entries(values).map(([key, value]): [string, JsonValue] => [
    key,
    cleanValue(value, isGone),
  ])
  return cleaned.every(([key, value]) => value === values[key]) ? values : Object.fromEntries(cleaned)
}

/** The same for all values of a node; a jump to a node that is gone (`jumpsTo`, as `{id}-{label}`) loses its target. */
export function removeNodeReferences(
  values: JsonObject,
  definition: Pick<NodeDefinition, 'jumpsTo'> | undefined,
  isGone: IsGone,
): JsonObject {
  const cleaned = removeReferences(values, isGone)
  const target = definition?.jumpsTo
  const named = target === undefined ? undefined : values[target]
  if (target === undefined || typeof named !== 'string' || !isGone(named.split('-')[0] ?? '')) return cleaned
  return { ...cleaned, [target]: '' }
}
