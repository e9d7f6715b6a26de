import type { JsonValue } from '@runnel/contract'
import { walkStrings } from '../document/walk-strings.ts'

/** One pair of braces with its inside: no braces, no line break, so that a scan is linear. */
export const REFERENCE = /\{\{([^{}\n]*)\}\}/g

/** What may be a mention of the rich-text editor; its attributes tell (`mentionedReference`). */
export const MENTION = /<span\b([^<>]*)>([^<]*)<\/span>/g
const IS_MENTION = /\bdata-type="mention"/
const MENTION_ID = /\bdata-id="([^"]*)"/

/** The reference that the attributes of an element name, when it is a mention: its `data-id`. */
export function mentionedReference(attributes: string): string | undefined {
  return IS_MENTION.test(attributes) ? MENTION_ID.exec(attributes)?.[1] : undefined
}

/** Names that are variables and no nodes. */
const BUILT_IN_VARIABLES = [
  'question',
  'chat_history',
  'file_attachment',
  'runtime_messages_length',
  'loop_count',
  'current_date_time',
  'output',
] as const

const ROOT_OF_VARIABLES = '$vars'

/** Whether a text, as its author wrote it, names variables of the workspace. Who saves one needs the right to view them. */
export function namesVariables(text: string): boolean {
  return text.includes(ROOT_OF_VARIABLES)
}

/**
 * Whether a reference to a variable came about only when its text was read: by entities, tags or escapes of JSON. Nobody
 * was asked for the right to view variables then, so that it names nothing.
 */
export function isHiddenVariable(reference: string, written: string): boolean {
  return reference.startsWith(ROOT_OF_VARIABLES) && !namesVariables(written)
}

/** Trims a reference and takes the backslashes away that Markdown puts before underscores. */
export function normalizeReference(inside: string): string {
  return inside.trim().replaceAll('\\_', '_')
}

/** The node that a reference names: `x`, `x.output.path`, `x.data.instance`; undefined for variables. */
export function nodeOfReference(reference: string): string | undefined {
  const [, name, rest] = /^([^.[\]]+)((?:\.|\[).*)?$/.exec(reference) ?? []
  if (name === undefined || name.startsWith('$')) return undefined
  if ((BUILT_IN_VARIABLES as readonly string[]).includes(name)) return undefined
  if (rest === undefined || /^\.(?:output|data\.instance)(?:$|[.[])/.test(rest)) return name
  return undefined
}

/** All references of one text in order, mentions included. */
export function referencesOfText(text: string): string[] {
  if (!text.includes('{{') && !text.includes('data-type="mention"')) return []
  const references = [...text.matchAll(REFERENCE)].map(([, inside = '']) => normalizeReference(inside))
  const mentions = [...text.matchAll(MENTION)].flatMap(
    ([, attributes = '']) => mentionedReference(attributes) ?? [],
  )
  return [...references, ...mentions.map(normalizeReference)]
}

/**
 * The ids that a value refers to as nodes, each once, in order of appearance. An id may name a node that is not
 * there: the caller compares.
 */
export function findReferences(value: JsonValue | undefined): string[] {
  const found = new Set<string>()
  walkStrings(value, (text) => {
    for (const reference of referencesOfText(text)) {
      const node = nodeOfReference(reference)
      if (node !== undefined) found.add(node)
    }
  })
  return [...found]
}
