import { isJsonObject, type JsonValue } from '@runnel/contract'

/** Something that a tool made beside its words, as the conversation shows it. */
export type ShownArtifact =
  | { kind: 'picture'; address: string; fileName: string }
  | { kind: 'file'; address: string; fileName: string }
  | { kind: 'markdown'; text: string }
  | { kind: 'code'; language: string; text: string }

const PICTURES: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg' }
const LANGUAGES: Readonly<Record<string, string>> = { html: 'HTML', javascript: 'JavaScript', json: 'JSON' }
const KEPT_PICTURES = new Set(['png', 'jpeg', 'gif', 'webp'])
const KEPT = 'FILE-STORAGE::'
const BASE64 = /^[A-Za-z0-9+/=\s]+$/

/**
 * What can be shown of artifacts. Nothing of them is ever run: HTML and code are shown as their text. What is of no known
 * form is shown as JSON, so that nothing is passed over. `addressOf` tells where a file of the conversation is kept.
 */
export function readArtifacts(
  artifacts: readonly JsonValue[],
  addressOf?: (name: string) => string,
): ShownArtifact[] {
  return artifacts.map((artifact, index) => {
    const { type, data } = isJsonObject(artifact) ? artifact : {}
    if (typeof type !== 'string' || data === undefined) return asCode('json', artifact)
    return readKept({ type, data }, addressOf) ?? readPicture(type, data, index + 1) ?? readText(type, data)
  })
}

function readKept(
  { type, data }: { type: string; data: JsonValue },
  addressOf: ((name: string) => string) | undefined,
): ShownArtifact | undefined {
  if (!addressOf || typeof data !== 'string' || !data.startsWith(KEPT)) return undefined
  const fileName = data.slice(KEPT.length)
  return { kind: KEPT_PICTURES.has(type) ? 'picture' : 'file', address: addressOf(fileName), fileName }
}

function readPicture(type: string, data: JsonValue, number: number): ShownArtifact | undefined {
  const mediaType = Object.hasOwn(PICTURES, type) ? PICTURES[type] : undefined
  if (mediaType === undefined || typeof data !== 'string') return undefined
  const base64 = data.startsWith(`data:${mediaType};base64,`) ? data.slice(data.indexOf(',') + 1) : data
  if (!BASE64.test(base64)) return undefined
  const address = `data:${mediaType};base64,${base64}`
  return { kind: 'picture', address, fileName: `picture-${number}.${type === 'jpeg' ? 'jpg' : type}` }
}

function readText(type: string, data: JsonValue): ShownArtifact {
  if (typeof data !== 'string') return asCode('json', data)
  if (type === 'markdown') return { kind: 'markdown', text: data }
  if (type === 'latex') return { kind: 'markdown', text: `$$\n${data}\n$$` }
  return asCode(type, data)
}

function asCode(type: string, data: JsonValue): ShownArtifact {
  const language = (Object.hasOwn(LANGUAGES, type) ? LANGUAGES[type] : undefined) ?? type
  return { kind: 'code', language, text: typeof data === 'string' ? data : JSON.stringify(data, null, 2) }
}

/** Files that models made (`filePath`, `fileName`) in the form of those that tools make. */
export function asArtifacts(files: readonly JsonValue[]): JsonValue[] {
  return files.map((file) =>
    isJsonObject(file) && typeof file.filePath === 'string' ? { type: 'file', data: file.filePath } : file,
  )
}

/** The artifacts among what a step or a call gave. */
export function findArtifacts(output: unknown): JsonValue[] {
  if (!isJsonObject(output)) return []
  const { artifacts, fileAnnotations } = output
  if (Array.isArray(artifacts) || Array.isArray(fileAnnotations)) {
    const files = Array.isArray(fileAnnotations) ? asArtifacts(fileAnnotations) : []
    return [...(Array.isArray(artifacts) ? artifacts : []), ...files]
  }
  return output.output === undefined ? [] : findArtifacts(output.output)
}
