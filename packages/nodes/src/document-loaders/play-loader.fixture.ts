import { inTurn, isParam, type JsonObject, RunnelError } from '@runnel/contract'
import {
  allDocuments,
  type Component,
  type Document,
  type FileContent,
  type HttpReply,
  type HttpRequest,
  type KeptFile,
  type LoadedPiece,
  type LoadedSource,
  type SourceChoice,
} from '@runnel/node-kit'
import {
  createTestCallContext,
  createTestComponent,
  readSentRequest,
  type SentRequest,
} from '@runnel/node-kit/testing'
import { nodeCatalogue } from '../catalogue.ts'
import type { LoaderCase } from './loader-case.fixture.ts'

/** What a test changes of a case. */
export interface LoaderChanges {
  values?: JsonObject
  anchors?: Record<string, Component[]>
  respond?: (sent: SentRequest, request: HttpRequest) => HttpReply | Promise<HttpReply>
  signal?: AbortSignal
}

/** The node of a case. */
export function nodeOf({ node }: Pick<LoaderCase, 'node'>) {
  const type = nodeCatalogue.find(({ definition }) => definition.name === node)
  if (type) return type
  throw new Error(`${node} is not in the catalogue.`)
}

/** A loader with its file, and its server at the other end of the network. */
export function openLoader(loader: LoaderCase, changes: LoaderChanges = {}) {
  const { definition, provides } = nodeOf(loader)
  const { file, pages, credential, server, sandbox, browser } = loader
  const defaults = definition.inputs
    .filter((input) => isParam(input) && input.default !== undefined)
    .map(({ name, default: value }) => [name, value])
  const component = createTestComponent(loader.node, {
    label: definition.label,
    values: {
      ...Object.fromEntries(defaults),
      ...(file && { [file.param]: 'file:1' }),
      ...loader.values,
      ...changes.values,
    },
    anchors: changes.anchors ?? {},
    credentials: credential ? { credential: 'of-the-test' } : {},
  })
  const sent: SentRequest[] = []
  const http: HttpRequest[] = []
  const read: unknown[] = []
  const written = new Map<string, FileContent>()
  const bytes = typeof file?.bytes === 'string' ? new TextEncoder().encode(file.bytes) : file?.bytes
  const { call } = createTestCallContext({
    ...(changes.signal && { signal: changes.signal }),
    ...(sandbox && { sandbox }),
    ...(browser && { page: browser }),
    file: (source) => {
      read.push(source)
      const kept = 'blob' in source ? (written.get(source.blob) ?? fileOf(loader, source.blob)) : undefined
      if (kept) return kept
      return { bytes: bytes ?? new Uint8Array(), mediaType: 'text/plain', name: file?.name ?? 'file' }
    },
    folder: (name) => takeFolder(loader, name),
    pages: () => pages ?? { pages: ['What it says'], facts: [{}], metadata: {} },
    http: async (request) => {
      const seen = await readSentRequest(request, credential ?? {})
      sent.push(seen)
      http.push(request)
      if (changes.respond) return changes.respond(seen, request)
      if (server) return server.answer(seen)
      throw new Error(`${loader.node} calls a server, and its case has none.`)
    },
  })
  call.file.write = async (given) => {
    const blob = `written:${written.size}`
    written.set(blob, given)
    return { blob }
  }
  async function openSource() {
    const loadDocuments = await provides?.documentSource?.()
    if (!loadDocuments) throw new Error(`${loader.node} gives no documents.`)
    return (choice?: SourceChoice) => loadDocuments(component, call, choice)
  }
  return {
    sent,
    http,
    /** The files that were read. */
    read,
    /** All documents, as a flow gets them. */
    load: async (): Promise<Document[]> => allDocuments((await openSource())()),
    /** What is told of each source, as a store gets it. */
    async listSources(choice?: SourceChoice): Promise<LoadedSource[]> {
      const sources: LoadedSource[] = []
      for await (const piece of inTurn<LoadedPiece>((await openSource())(choice)))
        if (!Array.isArray(piece)) sources.push(...piece.sources)
      return sources
    },
    text: async () => (await provides?.text?.())?.(component, call),
  }
}

/** The files of the folder of a case, which the operator lists. */
function takeFolder({ folder }: LoaderCase, name: string): KeptFile[] {
  if (folder?.name !== name) throw new RunnelError('invalid_input', `“${name}” is not listed.`)
  return Object.entries(folder.files).map(([path, text]) => ({
    blob: path,
    name: path,
    mediaType: 'text/plain',
    size: text.length,
  }))
}

function fileOf({ folder }: LoaderCase, path: string): FileContent | undefined {
  const text = folder?.files[path]
  if (text === undefined) return undefined
  return { bytes: new TextEncoder().encode(text), mediaType: 'text/plain', name: path }
}
