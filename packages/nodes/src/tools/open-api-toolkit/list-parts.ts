import { readFileParam } from '@runnel/contract'
import { type LoadContext, type LoadOptions, type OpenApi, readOpenApi, readText } from '@runnel/node-kit'
import { nameOperation } from './chosen-operations.ts'

const LABEL = 'OpenAPI Toolkit'

/** The servers that the document names. */
export const listServers: LoadOptions = async (context) => {
  const api = await read(context)
  const link = readText(context.values, 'openApiLink').trim()
  return (api?.servers ?? [])
    .map((server) => (URL.canParse(server, link) ? new URL(server, link).href : server))
    .map((name) => ({ name, label: name }))
}

/** The calls that the document describes. */
export const listEndpoints: LoadOptions = async (context) => {
  const api = await read(context)
  return (api?.operations ?? []).map((operation) => ({
    name: nameOperation(operation),
    label: nameOperation(operation),
    description: operation.description,
  }))
}

/** The document; undefined while none is chosen. */
async function read({ values, fetch, readFile, signal }: LoadContext): Promise<OpenApi | undefined> {
  if (readText(values, 'inputType') === 'link') {
    const link = readText(values, 'openApiLink').trim()
    if (!URL.canParse(link)) return undefined
    const response = await fetch(link, { signal })
    if (!response.ok) throw new Error(`The document cannot be read: status ${response.status}.`)
    return readOpenApi(await response.text(), LABEL)
  }
  const [named] = readFileParam(values.openApiFile)
  if (!named || !readFile) return undefined
  return readOpenApi(new TextDecoder().decode(await readFile(named.source)), LABEL)
}
