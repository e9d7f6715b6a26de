import { type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  askServer,
  type CallContext,
  type Component,
  readRefusal,
  readText,
  tellRefusal,
} from '@runnel/node-kit'
import type { OutsideStore, StoreRequest, StoreServer } from './store-protocol.ts'

/**
 * Opens the way to the server of a store. Each request of a store may be made twice, so that none asks a person after a
 * death and each waits for a server that is busy.
 */
export function openStoreServer(store: OutsideStore, component: Component, call: CallContext): StoreServer {
  const { label, values } = component
  let saidAbsent = ''
  async function ask(
    { path, method = 'GET', body, form, headers, ...more }: StoreRequest,
    answers: number[],
  ) {
    const { address = () => '', authorise } = store
    const reply = await askServer(
      call,
      {
        url: path.startsWith('/') ? `${address(component)}${path}` : path,
        method,
        ...writeContent({ body, form, headers }),
        effects: 'read',
        waitsWhenBusy: true,
        ...more,
        ...(authorise && { authorise: { component, apply: authorise(component) } }),
      },
      { label, answers, tellsAll: true },
    )
    const { status } = reply
    if (status < 400) return { status, body: parse(reply.body, label), said: '' }
    // Whoever answers with a page is no store, and knows nothing of what is in it.
    if (isPage(reply.body)) throw new RunnelError('upstream_error', tellRefusal(reply, { label }))
    return { status, body: null, said: readRefusal(reply.body).slice(0, LONGEST_SAID) }
  }
  return {
    label,
    values,
    ask: async (request) => (await ask(request, [])).body,
    find: async (request, absent = [404]) => {
      const { status, body, said } = await ask(request, absent)
      if (!absent.includes(status)) return body
      saidAbsent = said
      return undefined
    },
    saidAbsent: () => saidAbsent,
    askData: (protocol, reach, question) =>
      call.dataServer.ask(protocol, { component, reach, effects: 'read' }, question),
    refuse: (fault = 'gave an answer that cannot be read') =>
      new RunnelError('upstream_error', `${label} ${fault}.`),
  }
}

const isPage = (body: string) => body.trimStart().startsWith('<')
const LONGEST_SAID = 300

type Content = { [Part in 'body' | 'form' | 'headers']: StoreRequest[Part] | undefined }

/** What is sent, and what it is said to be. */
function writeContent({ body, form, headers }: Content) {
  const accept = 'application/json'
  if (form) return { form, headers: { accept, ...headers } }
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return {
    headers: { accept, 'content-type': 'application/json', ...headers },
    ...(text === undefined ? {} : { body: text }),
  }
}

/** How a request that makes something is known to have been done before. */
interface MadeBefore<There> {
  /** Statuses by which the server refuses what is there already; they may say another fault too. */
  refusals: number[]
  open(server: StoreServer): Promise<There | undefined>
}

/**
 * Makes what the request makes, unless it is there already: gives what is there, undefined where it was made now.
 * @throws RunnelError `upstream_error` in the words of the server where it refuses for another reason
 */
export async function makeOnce<There>(
  server: StoreServer,
  request: StoreRequest,
  { refusals, open }: MadeBefore<There>,
): Promise<There | undefined> {
  const made = await server.find(request, refusals)
  if (made !== undefined) return undefined
  const there = await open(server)
  // Nothing is there: asked again, the server says why it refuses.
  if (there === undefined) await server.ask(request)
  return there
}

function parse(body: string, label: string): JsonValue {
  if (body.trim() === '') return null
  try {
    const parsed: JsonValue = JSON.parse(body)
    return parsed
  } catch (cause) {
    throw new RunnelError('upstream_error', `${label} gave an answer that cannot be read.`, { cause })
  }
}

/** The address that a param of a store names. @throws RunnelError `invalid_input` for none */
export function readAddress({ values, label }: Component, param: string, example: string): string {
  const address = readText(values, param).trim()
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) {
    const { search, hash, username } = new URL(address)
    if (`${search}${hash}${username}` === '') return address.endsWith('/') ? address.slice(0, -1) : address
  }
  throw new RunnelError(
    'invalid_input',
    `${label} has no address of a server. Write it into the node, such as ${example}.`,
  )
}

/** The name of a collection that a param of a store holds. @throws RunnelError `invalid_input` for none */
export function readName(
  { values, label }: Pick<StoreServer, 'values' | 'label'>,
  param: string,
  what: string,
) {
  const name = readText(values, param).trim()
  if (name !== '' && name.length <= 255 && name !== '.' && name !== '..') return name
  throw new RunnelError('invalid_input', `${label} has no name of ${what}. Write it into the node.`)
}

/**
 * A filter that a node holds as JSON; undefined where it is empty.
 * @throws RunnelError `invalid_input` for what is no object
 */
export function readFilter({ values, label }: Pick<StoreServer, 'values' | 'label'>, param: string) {
  const text = readText(values, param).trim()
  if (text === '' || text === '{}') return undefined
  let filter: JsonValue
  try {
    filter = JSON.parse(text)
  } catch {
    filter = null
  }
  if (filter !== null && typeof filter === 'object' && !Array.isArray(filter)) return filter as JsonObject
  throw new RunnelError(
    'invalid_input',
    `The filter of ${label} is no JSON object. Write it in the form of the store.`,
  )
}
