import { type FileSource, inTurn, type JsonObject, RunnelError, readFileParam } from '@runnel/contract'
import type { CallContext, Component, Document, LoadedDocuments, LoadedPiece } from '@runnel/node-kit'
import { decodeText } from './decode-text.ts'
import type { LoadPlain } from './finish-documents.ts'

/** A file to read, and what it is called. */
export interface OpenFile {
  source: FileSource
  name: string
}

/** Reads one file, as the settings of the node say. */
export type ReadFile = (file: OpenFile, values: JsonObject, call: CallContext) => Promise<Document[]>

/** What a file of text may have in characters: what is made of it is held whole. */
const LONGEST_TEXT = 20_000_000

/** What all documents of a file may have in characters: what stands in it once may be said in each of them. */
const LONGEST_TEXTS = 5 * LONGEST_TEXT

/** Counts what documents are made of before they are made. @throws RunnelError `limit_exceeded` for more than is held */
export function createTextCount(file: string): (characters: number) => void {
  let room = LONGEST_TEXTS
  return (characters) => {
    room -= characters
    if (room >= 0) return
    throw new RunnelError(
      'limit_exceeded',
      `What is read of ${file} is far longer than the file: its names are said again in every document. Choose what is read of it, or split it into smaller files.`,
    )
  }
}

/** The same for one that needs more of the node than its values; it may give what it reads as it comes. */
type ReadFileOf = (file: OpenFile, component: Component, call: CallContext) => LoadedDocuments

/** Reads all files that a param names, one after the other. @throws RunnelError `invalid_input` where it names none */
export function readFilesOf(param: string, read: ReadFile): LoadPlain {
  return readEachFileOf(param, (file, { values }, call) => read(file, values, call))
}

/** The same, with the node whose param it is. */
export function readEachFileOf(param: string, read: ReadFileOf): LoadPlain {
  return async function* (component, call) {
    for (const file of await listFiles(component, param, call)) {
      call.signal.throwIfAborted()
      yield* inTurn<LoadedPiece>(read(file, component, call))
    }
  }
}

async function listFiles(
  { values, label }: Component,
  param: string,
  call: CallContext,
): Promise<OpenFile[]> {
  const named = readFileParam(values[param])
  if (named.length === 0) {
    throw new RunnelError('invalid_input', `${label} has no file. Choose one in the node.`)
  }
  const files: OpenFile[] = []
  for (const { source, name } of named)
    files.push({ source, name: name ?? (await call.file.stat(source)).name })
  return files
}

/** The text of a file, whatever it is encoded in. @throws RunnelError `limit_exceeded` for one that is too long */
export async function readTextFile({ source, name }: OpenFile, call: CallContext): Promise<string> {
  const { bytes } = await call.file.read(source)
  const text = bytes.length > LONGEST_TEXT * 4 ? undefined : decodeText(bytes)
  if (text !== undefined && text.length <= LONGEST_TEXT) return text
  throw new RunnelError(
    'limit_exceeded',
    `The file ${name} is too long to be read at once. Split it into smaller files.`,
  )
}
