import { RunnelError, readFileParam } from '@runnel/contract'
import type { CallContext } from '../../call-context.ts'
import { askServer } from '../ask-server.ts'
import { type OpenApi, readOpenApi } from './read-open-api.ts'

/** Where the document of an API is: the value of a `file` param, or an address. */
export interface OpenApiPlace {
  file: Parameters<typeof readFileParam>[0]
  link: string
  /** Of the node, for faults. */
  label: string
}

/**
 * Reads the document of an API from a file of the flow, or from its address.
 * @throws RunnelError `invalid_input` where there is none, or it cannot be read
 */
export async function loadOpenApi(call: CallContext, { file, link, label }: OpenApiPlace): Promise<OpenApi> {
  const [named] = readFileParam(file)
  if (named) {
    const { bytes } = await call.file.read(named.source)
    return readOpenApi(new TextDecoder().decode(bytes), label)
  }
  if (link === '')
    throw new RunnelError(
      'invalid_input',
      `${label} has no OpenAPI document. Choose a file, or write the address of one.`,
    )
  if (!URL.canParse(link))
    throw new RunnelError('invalid_input', `“${link.slice(0, 200)}” in ${label} is no address of the web.`)
  const { body } = await askServer(
    call,
    { url: link, effects: 'read' },
    { label: `The server of ${link.slice(0, 200)}` },
  )
  return readOpenApi(body, label)
}

/** Where an API is, in full, and by which document at an address that was named; not where its author chose it. */
export interface ApiServer {
  url: string
  namedBy?: string
}

/**
 * The address of an API in full: the chosen one, else the first that its document names; a relative one stands beside the
 * document.
 * @throws RunnelError `invalid_input` where there is none
 */
export function getApiServer(
  api: Pick<OpenApi, 'servers'>,
  { chosen, link, label }: { chosen: string; link: string; label: string },
): ApiServer {
  const named = chosen || (api.servers[0] ?? '')
  const base = link === '' ? undefined : link
  const url = URL.canParse(named, base) ? new URL(named, base) : undefined
  if (url && ['http:', 'https:'].includes(url.protocol)) {
    const isChosen = URL.canParse(chosen) || link === ''
    return { url: url.href, ...(!isChosen && { namedBy: link }) }
  }
  throw new RunnelError(
    'invalid_input',
    `${label} does not know where the API is: its document names no whole address. Write it as the server of the node.`,
  )
}
