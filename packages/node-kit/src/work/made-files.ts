import type { FilePart, JsonValue, Part, UsedTool } from '@runnel/contract'
import type { CallContext } from '../call-context.ts'
import type { KeptFile } from '../call-requests.ts'

/** How artifacts call what can be drawn, by its media type. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** Files that a model made: pictures as artifacts, in the form of those that tools make, and notes of all others. */
interface MadeFiles {
  artifacts: JsonValue[]
  /** Each with `filePath`, under which it is kept, and `fileName`. */
  fileAnnotations: JsonValue[]
}

/**
 * Keeps the files that a model made beside its words with the conversation: pictures, and what its vendor's own tools
 * wrote.
 */
export async function keepMadeFiles(
  call: Pick<CallContext, 'file' | 'hash'>,
  parts: readonly Part[],
): Promise<MadeFiles> {
  const made: MadeFiles = { artifacts: [], fileAnnotations: [] }
  for (const part of parts) {
    if (part.type !== 'file' || !('base64' in part.source)) continue
    const { mediaType } = part
    const { base64 } = part.source
    const name = part.name ?? nameOf(part, call.hash(base64))
    await call.file.keep({ name, mediaType, bytes: Uint8Array.fromBase64(base64) })
    const picture = pictureArtifact({ name, mediaType })
    if (picture !== undefined) made.artifacts.push(picture)
    else made.fileAnnotations.push({ filePath: keptPath(name), fileName: name })
  }
  return made
}

/** A picture of the conversation as readers are told of it; undefined for what cannot be drawn. */
export function pictureArtifact({
  name,
  mediaType,
}: Pick<KeptFile, 'name' | 'mediaType'>): JsonValue | undefined {
  const type = Object.hasOwn(PICTURES, mediaType) ? PICTURES[mediaType] : undefined
  return type && { type, data: keptPath(name) }
}

function keptPath(name: string): string {
  return `FILE-STORAGE::${name}`
}

/** A name of its own: what is kept under a name takes the place of what was. */
function nameOf({ mediaType }: FilePart, hash: string): string {
  const [kind = 'file', ending = 'bin'] = mediaType.split('/')
  return `${kind === 'image' ? 'picture' : kind}-${hash.slice(0, 10)}.${ending.split(/\W/, 1)[0] ?? ''}`
}

/** The tools that a model's vendor ran itself for a reply, as tools that were used. */
export function listVendorUses(parts: readonly Part[]): UsedTool[] {
  return parts.flatMap((part): UsedTool[] => {
    if (part.type !== 'tool-call' || part.builtIn !== true) return []
    const result = parts.find((other) => other.type === 'tool-result' && other.id === part.id)
    const toolOutput = result?.type === 'tool-result' ? readResult(result.content) : ''
    return [{ tool: part.name, toolInput: part.input, toolOutput }]
  })
}

function readResult(content: Extract<Part, { type: 'tool-result' }>['content']): string {
  if (typeof content === 'string') return content
  return JSON.stringify('json' in content ? content.json : content)
}
