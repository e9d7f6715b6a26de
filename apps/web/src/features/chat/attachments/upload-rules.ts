import { endingsOfTypes, findDocumentType, type Upload } from '@runnel/contract'

/** Which files a flow takes, and as what. */
export interface UploadRules {
  /** Media types of the files that its models see. */
  seen: readonly string[]
  /** Media types of the documents whose text stands before the question. */
  asText: readonly string[]
  /** What names of documents end with that a store of it takes: `.pdf`. */
  searched: readonly string[]
}

/** Rules of a flow that takes no files. */
export const NO_UPLOADS: UploadRules = { seen: [], asText: [], searched: [] }

/** True for a flow that takes some files. */
export function takesUploads({ seen, asText, searched }: UploadRules): boolean {
  return seen.length + asText.length + searched.length > 0
}

/**
 * As what a file goes with a question, and its media type; undefined for one that is not taken. What the author chose to
 * be text is text, also where a model or a store would take it.
 */
export function findUse(
  { seen, asText, searched }: UploadRules,
  { name, type }: Pick<File, 'name' | 'type'>,
): { as: Upload['type']; mime: string } | undefined {
  const document = findDocumentType(name)
  if (document !== undefined && asText.includes(document)) return { as: 'file:full', mime: document }
  if (searched.some((ending) => name.toLowerCase().endsWith(ending)))
    return { as: 'file:rag', mime: document ?? type }
  // Some browsers call a recording by the name that it had before it was registered.
  const mime = type.replace(/^audio\/x-/, 'audio/')
  return seen.includes(mime) ? { as: 'file', mime } : undefined
}

/** What a file chooser lets people choose. */
export function acceptOf({ seen, asText, searched }: UploadRules): string {
  return [...new Set([...seen, ...endingsOfTypes(asText), ...searched])].join(',')
}

/** Where people call a type otherwise than its standard does. */
const NAMES: Readonly<Record<string, string>> = { 'audio/mpeg': 'mp3' }

/** The kinds of files as people call them: `PNG, PDF`. */
export function nameTypes({ seen, asText, searched }: UploadRules): string {
  const endings = [...endingsOfTypes(asText), ...searched].map((ending) => ending.slice(1))
  const media = seen.map((type) => NAMES[type] ?? type.slice(type.indexOf('/') + 1))
  return [...new Set([...media, ...endings].map((name) => name.toUpperCase()))].join(', ')
}
