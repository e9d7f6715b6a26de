import { type FindDefinition, type FlowDocument, RunnelError } from '@runnel/contract'
import { listFileParams } from '@runnel/graph'
import { type ChosenFileParam, endingOf, type GivenFile } from '../files/given-file.ts'

interface Store {
  document: FlowDocument
  storeId: string
  find: FindDefinition
}

/**
 * Which loader before a store takes which file: each one whose param takes files with that ending.
 * @throws RunnelError `invalid_input` for a file that none takes
 */
export function chooseFileParams(
  { document, storeId, find }: Store,
  files: readonly GivenFile[],
): ChosenFileParam[] {
  const params = listFileParams(document, storeId, find)
  const chosen = params
    .map(({ nodeId, param, endings }) => ({
      nodeId,
      param,
      files: files.filter(({ name }) => endings.length === 0 || endings.includes(endingOf(name))),
    }))
    .filter((choice) => choice.files.length > 0)
  const untaken = files.find((file) => !chosen.some((choice) => choice.files.includes(file)))
  if (untaken)
    throw refuse(
      untaken.name,
      params.flatMap(({ endings }) => endings),
    )
  return chosen
}

function refuse(name: string, endings: readonly string[]): RunnelError {
  const taken = [...new Set(endings)].join(', ')
  const message =
    taken === ''
      ? `No loader of this store takes files, so ${name} is not taken.`
      : `No loader of this store takes ${name}. It takes files that end in ${taken}.`
  return new RunnelError('invalid_input', message, { issues: [{ path: 'files', message }] })
}
