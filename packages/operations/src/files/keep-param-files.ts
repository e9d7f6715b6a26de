import { hash } from 'node:crypto'
import {
  type FlowDocument,
  type FlowNode,
  isParam,
  type JsonValue,
  type NamedFile,
  RunnelError,
  readFileParam,
} from '@runnel/contract'
import type { TenantWriter } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { discardBytes } from './discard-bytes.ts'
import { fileNameOf, type KeptFile, keepBytes } from './keep-file.ts'

/** A document whose files lie outside of it, and the rows that are inserted when it is saved. */
export interface DocumentWithoutFiles {
  document: FlowDocument
  files: KeptFile[]
}

interface Keeping {
  context: OperationContext
  workspaceId: string
  /** Undefined for a flow that is about to be created. */
  flowId: string | undefined
  files: KeptFile[]
}

/**
 * Takes the bytes out of a document that is saved: a file inside a `file` param (`data:…;base64,…`) becomes a file of the
 * flow, and the value names it: `FILE-STORAGE::a.pdf`, of several `FILE-STORAGE::["a.pdf","b.pdf"]`. Another file of a
 * name that the flow has gets a name of its own, because earlier versions of the flow name the first.
 * @throws RunnelError `body_too_large`, `invalid_input` for what is no base64
 */
export async function keepParamFiles(
  context: OperationContext,
  owner: { workspaceId: string; flowId: string | undefined },
  document: FlowDocument,
): Promise<DocumentWithoutFiles> {
  const keeping: Keeping = { context, ...owner, files: [] }
  const nodes: FlowNode[] = []
  for (const node of document.nodes) nodes.push(await keepOfNode(keeping, node))
  if (keeping.files.length === 0 && nodes.every((node, at) => node === document.nodes[at])) {
    return { document, files: [] }
  }
  return { document: { ...document, nodes }, files: keeping.files }
}

/** Saves a document with its files, in one transaction; their bytes go when it surely failed. */
export async function saveWithFiles<T>(
  context: OperationContext,
  { workspaceId, files }: { workspaceId: string; files: readonly KeptFile[] },
  save: (writer: TenantWriter) => Promise<{ saved: T; flowId: string }>,
): Promise<T> {
  try {
    return await context.db.write(workspaceId, async (writer) => {
      const { saved, flowId } = await save(writer)
      for (const file of files) await writer.files.insert({ ...file, ownerKind: 'flow', ownerId: flowId })
      return saved
    })
  } catch (error) {
    await discardBytes(
      context,
      files.map(({ blobId }) => blobId),
      error,
    )
    throw error
  }
}

async function keepOfNode(keeping: Keeping, node: FlowNode): Promise<FlowNode> {
  const inputs = keeping.context.catalogue.find(node.type)?.inputs ?? []
  const kept: Record<string, JsonValue> = {}
  for (const input of inputs) {
    if (!isParam(input) || input.type !== 'file') continue
    const named = readFileParam(node.values[input.name])
    if (!named.some(isInside)) continue
    const names: string[] = []
    for (const file of named) names.push(...(await nameOf(keeping, file)))
    kept[input.name] = `FILE-STORAGE::${names.length === 1 ? names[0] : JSON.stringify(names)}`
  }
  return Object.keys(kept).length === 0 ? node : { ...node, values: { ...node.values, ...kept } }
}

const isInside = ({ source }: NamedFile): boolean => 'base64' in source

async function nameOf(keeping: Keeping, { source, name = 'file' }: NamedFile): Promise<string[]> {
  if ('stored' in source) return [source.stored]
  if (!('base64' in source)) return []
  const bytes = Buffer.from(source.base64, 'base64')
  if (bytes.length === 0) {
    throw new RunnelError('invalid_input', `The file ${name} is empty, or its content is no base64.`)
  }
  return [await keepApart(keeping, bytes, fileNameOf(name))]
}

/** The name under which the flow has these bytes: `a.pdf`, or `a (2).pdf` beside another file of that name. */
async function keepApart(keeping: Keeping, bytes: Buffer, wanted: string): Promise<string> {
  const { context, files } = keeping
  const dot = wanted.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, '']
  const sha256 = hash('sha256', bytes)
  let name = wanted
  for (let n = 2; ; n += 1) {
    const known = await findKnown(keeping, name)
    if (known === sha256) return name
    if (known === undefined) break
    name = `${stem} (${n})${ending}`
  }
  files.push(await keepBytes(context, bytes, name))
  return name
}

/** The hash of the file that the flow has under a name, or is about to have. */
async function findKnown(
  { context, workspaceId, flowId, files }: Keeping,
  name: string,
): Promise<string | undefined> {
  const taken = files.find((file) => file.name === name)
  if (taken || flowId === undefined) return taken?.sha256
  const row = await context.db.read(workspaceId).files.findByName({ kind: 'flow', id: flowId }, name)
  return row?.sha256
}
