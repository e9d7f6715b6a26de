import { hash } from 'node:crypto'
import type { JsonObject, NamedFile, NodeDefinition } from '@runnel/contract'
import { readFileParam } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { discardBytes } from '../files/discard-bytes.ts'
import { fileNameOf, type KeptFile, keepBytes } from '../files/keep-file.ts'
import { refuse } from '../store-work/chosen-component.ts'
import type { StoredFile } from '../store-work/stored-store.ts'

/** A file of a loader; one that is new has no id yet. */
export type LoaderFileDraft = Omit<StoredFile, 'id'> & { id?: string; kept?: KeptFile }

/**
 * Takes the bytes out of the file params of a loader. Files that are there already are named by `FILE-STORAGE::` or by
 * their ids, and stay. @throws RunnelError `invalid_input` for one that the loader does not have, `body_too_large`
 */
export async function keepLoaderFiles(
  context: OperationContext,
  { definition, config }: { definition: NodeDefinition; config: JsonObject },
  known: readonly StoredFile[],
): Promise<{ config: JsonObject; files: LoaderFileDraft[] }> {
  const files: LoaderFileDraft[] = []
  const values = { ...config }
  for (const { name: param, type } of definition.inputs) {
    if (type !== 'file') continue
    const named = readFileParam(config[param])
    if (named.length === 0) continue
    for (const file of named) files.push(await keepOne(context, { param, file, known, files }))
    const names = files.filter((file) => file.param === param).map(({ name }) => name)
    values[param] = `FILE-STORAGE::${JSON.stringify(names)}`
  }
  return { config: values, files }
}

/** The bytes of files that were surely not saved, for that reason, go. */
export function discardFiles(
  context: Pick<OperationContext, 'blobs' | 'log'>,
  files: readonly LoaderFileDraft[],
  error: unknown,
): Promise<void> {
  const blobIds = files.flatMap(({ kept }) => (kept ? [kept.blobId] : []))
  return discardBytes(context, blobIds, error)
}

interface Keeping {
  param: string
  file: NamedFile
  known: readonly StoredFile[]
  files: readonly LoaderFileDraft[]
}

async function keepOne(context: OperationContext, keeping: Keeping): Promise<LoaderFileDraft> {
  const { param, file, known, files } = keeping
  const { source } = file
  if ('stored' in source || 'blob' in source) {
    const found = known.find(({ id, name }) =>
      'blob' in source ? id === source.blob : name === source.stored,
    )
    if (found) return { ...found, param }
    throw refuse(`loaderConfig.${param}`, `The loader has no file ${file.name ?? ''}. Choose it again.`)
  }
  const base64 = 'base64' in source ? source.base64 : ''
  const bytes = Buffer.from(base64, 'base64')
  const wanted = fileNameOf(file.name ?? 'file')
  // One that is empty holds up none of the others: it fails alone when it is read.
  if (bytes.length === 0 && base64 !== '')
    throw refuse(`loaderConfig.${param}`, `The content of the file ${wanted} is no base64.`)
  const sha256 = hash('sha256', bytes)
  const same = known.find((other) => other.sha256 === sha256 && other.name === wanted)
  if (same) return { ...same, param }
  const taken = new Set([...known, ...files].map(({ name }) => name))
  const kept = await keepBytes(context, bytes, nameApart(wanted, taken))
  const { name, mediaType, size } = kept
  return { param, name, mediaType, size, sha256, uploadedAt: context.now(), kept }
}

/** `a.pdf`, or beside another file of that name `a (2).pdf`. */
function nameApart(wanted: string, taken: ReadonlySet<string>): string {
  const dot = wanted.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, '']
  let name = wanted
  for (let n = 2; taken.has(name); n += 1) name = `${stem} (${n})${ending}`
  return name
}
