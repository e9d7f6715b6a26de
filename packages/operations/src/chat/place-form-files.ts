import { type FlowDocument, findDocumentType, readDocumentRules, type Upload } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { findChatStore, listNodeFileParams } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { type ChosenFileParam, endingOf, type GivenFile } from '../files/given-file.ts'
import { parseFlowSettings } from '../flow-rights.ts'
import { isOpenToCallers } from '../flows/resolve-overrides.ts'

/** Where the files of a form go. */
export interface PlacedFormFiles {
  /** To loaders whose files the author lets callers choose. */
  loaderFiles: ChosenFileParam[]
  /** All others, as if they were given with the question. */
  uploads: Upload[]
}

/** Divides the files of a prediction's form among what of the flow takes them. */
export function placeFormFiles(
  { catalogue: { find } }: OperationContext,
  { flow, document }: { flow: FlowRow; document: FlowDocument },
  files: readonly GivenFile[],
): PlacedFormFiles {
  if (files.length === 0) return { loaderFiles: [], uploads: [] }
  const open = listNodeFileParams(document, find).filter(({ nodeId, param }) =>
    isOpenToCallers(flow.apiConfig, { document, nodeId, names: [param, FILES] }),
  )
  const takes = ({ endings }: { endings: readonly string[] }, { name }: GivenFile) =>
    endings.length === 0 || endings.includes(endingOf(name))
  const loaderFiles = open
    .map(({ endings, ...param }) => ({ ...param, files: files.filter((file) => takes({ endings }, file)) }))
    .filter((chosen) => chosen.files.length > 0)
  const left = files.filter((file) => !loaderFiles.some((chosen) => chosen.files.includes(file)))
  const { types } = readDocumentRules(parseFlowSettings(flow.chatbotConfig))
  const store = findChatStore(document, find)
  const uploads = left.map((file): Upload => {
    const isText = types.includes(findDocumentType(file.name) ?? '')
    const type = isText ? 'file:full' : store && takes(store, file) ? 'file:rag' : 'file'
    const data = `data:application/octet-stream;base64,${Buffer.from(file.bytes).toString('base64')}`
    return { type, name: file.name, data }
  })
  return { loaderFiles, uploads }
}

/** What the page that lists what callers may change calls the files of any loader. */
const FILES = 'files'
