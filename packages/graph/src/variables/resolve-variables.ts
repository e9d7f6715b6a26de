import { isJsonObject, type JsonValue } from '@runnel/contract'
import { isRichText, richTextToMarkdown } from '../rich-text/rich-text-to-markdown.ts'
import { fillJsonText } from './fill-json-text.ts'
import {
  isHiddenVariable,
  MENTION,
  mentionedReference,
  normalizeReference,
  REFERENCE,
} from './find-references.ts'
import { type FoundVariable, findVariable } from './find-variable.ts'
import { valueAsText } from './read-path.ts'
import type { VariableScope } from './variable-scope.ts'

/** Plain text of a value: rich text becomes Markdown, mentions become references in braces. */
function readText(text: string): string {
  if (isRichText(text)) return richTextToMarkdown(text)
  if (!text.includes('data-type="mention"')) return text
  return text.replace(MENTION, (whole, attributes: string) => {
    const reference = mentionedReference(attributes)
    return reference === undefined ? whole : `{{${reference}}}`
  })
}

const WHOLE_REFERENCE = /^\s*\{\{([^{}\n]*)\}\}\s*$/

function wholeValue(found: FoundVariable): JsonValue {
  if (!found.keepsType) return valueAsText(found.value)
  return typeof found.value === 'object' && found.value !== null ? JSON.stringify(found.value) : found.value
}

function withUploads(text: string, usesQuestion: boolean, scope: VariableScope): string {
  return usesQuestion && scope.uploadedText ? `${scope.uploadedText}\n\n${text}` : text
}

function resolveText(raw: string, scope: VariableScope, holdsJson: boolean): JsonValue {
  const text = readText(raw)
  if (!text.includes('{{')) return text
  const find = (reference: string) =>
    isHiddenVariable(reference, raw) ? undefined : findVariable(reference, scope)
  const [, alone] = WHOLE_REFERENCE.exec(text) ?? []
  const found = alone === undefined ? undefined : find(normalizeReference(alone))
  if (alone !== undefined && normalizeReference(alone) !== 'question') return found ? wholeValue(found) : text
  let usesQuestion = false
  const findText = (inside: string) => {
    const reference = normalizeReference(inside)
    const variable = find(reference)
    if (!variable) return undefined
    usesQuestion ||= reference === 'question'
    return valueAsText(variable.value)
  }
  const json = holdsJson ? fillJsonText(text, findText) : undefined
  if (json !== undefined) return json
  const resolved = text.replace(REFERENCE, (whole, inside: string) => findText(inside) ?? whole)
  return withUploads(resolved, usesQuestion, scope)
}

/**
 * Puts the values of a run in place of the references of a value: texts, and texts inside lists and objects.
 * Unknown references stay as they are. A text that is nothing but a reference to a node's output
 * keeps its type (a number stays a number, objects become JSON text). Each text is looked through once: what was
 * put in is never looked through again. `holdsJson`: a text that is JSON keeps its shape, whatever is put into it.
 */
export function resolveVariables(value: JsonValue, scope: VariableScope, holdsJson = false): JsonValue {
  if (typeof value === 'string') return resolveText(value, scope, holdsJson)
  if (Array.isArray(value)) return value.map((item) => resolveVariables(item, scope))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveVariables(item, scope)]))
}
