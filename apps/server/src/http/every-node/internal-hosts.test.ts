import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostParams, looksLikeHost } from '@runnel/node-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostFamilies } from '../../testing/every-node/host-families.ts'
import {
  CREDENTIALS,
  EVERY_NODE,
  type NodeWorld,
  startNodeWorld,
} from '../../testing/every-node/node-world.ts'
import type { PlayModel } from '../../testing/every-node/play-model.ts'
import { makeFlow } from '../../testing/make-flow.ts'

/** Ways to write this machine; what else the client knows is tried in `internal-addresses.test.ts`. */
const SPELLINGS = ['127.0.0.1', '2130706433', '0x7f.1', '127.1', '0177.0.0.1']

/** What every other server answers, also one that gives out tokens. */
const TOKEN = '{"access_token":"of-tests","expires_in":3600,"expiration":4102444800}'

/** Where somebody writes which server a node calls. */
interface Place {
  node: string
  where: 'param' | 'credential'
  name: string
}

/** What only looks like a host, or is tried in another test, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'startAgentflow.webhookURL': 'kept for imported flows: nothing is called',
  'startAgentflow.callbackUrl': 'kept for imported flows: nothing is called back',
  'getApiChain.urlPrompt': 'a prompt',
  'postApiChain.urlPrompt': 'a prompt',
  'readFile.basePath': 'kept for imported flows: a folder',
  'writeFile.basePath': 'kept for imported flows: a folder',
  'faiss.basePath': 'kept for imported flows: a folder',
  'customMcpServerTool.mcpServerId': 'the id of a server whose address is tried where it is saved',
  'github.githubBaseUrl': 'kept for imported flows: the address of the API is called',
  'weaviate.weaviateGrpcHost': 'kept for imported flows: nothing is called by gRPC',
  'MySQLRecordManager.host': 'kept for imported flows: what was taken in is known here',
  'postgresRecordManager.host': 'kept for imported flows: what was taken in is known here',
  'githubMCP.githubEnterpriseUrl': 'a name below ghe.com: what is another address is not taken',
  'azureChatOpenAI.azureOpenAIApiInstanceName': 'a name below openai.azure.com',
  'azureOpenAI.azureOpenAIApiInstanceName': 'a name below openai.azure.com',
  'azureOpenAIEmbeddings.azureOpenAIApiInstanceName': 'a name below openai.azure.com',
  'azureOpenAIImages.azureOpenAIApiInstanceName': 'a name below openai.azure.com',
  'customMCP.serverUrl': 'asked as an account is connected: below',
  'customMCP.issuer': 'asked where the server names it: mcp-sign-in.test.ts',
  'voyageAIRerankRetriever.endpoint': 'the address of the embeddings: the vendor itself is asked',
  'puppeteerWebScraper.url': 'in a browser: documents-of-the-net.test.ts',
  'playwrightWebScraper.url': 'in a browser: documents-of-the-net.test.ts',
  'puppeteerWebScraper.selectedLinks': 'in a browser: documents-of-the-net.test.ts',
  'playwrightWebScraper.selectedLinks': 'in a browser: documents-of-the-net.test.ts',
}

const keyOf = ({ node, name }: Place) => `${node}.${name}`

/** Every place of the catalogue, whatever its node is. */
const places: Place[] = [...EVERY_NODE.values()].flatMap((definition) => {
  const { name: node, credential } = definition
  const params = hostParams(definition).map((name): Place => ({ node, where: 'param', name }))
  const fields = (credential?.credentialNames ?? []).flatMap(
    (type) => CREDENTIALS.get(type)?.inputs.filter(looksLikeHost) ?? [],
  )
  return [...params, ...fields.map(({ name }): Place => ({ node, where: 'credential', name }))]
})

/** How a node is run, with what is filled in of it. */
function familyOf({ node }: Place) {
  for (const { cases, ...family } of hostFamilies) {
    const facts = cases.find((each) => each.node === node)
    if (facts) return { ...family, facts }
  }
  throw new Error(`${node} has no case in a family whose nodes are run here, nor a reason not to be.`)
}

test('what is not tried is a place of the catalogue', () => {
  const known = new Set(places.map(keyOf))
  expect(Object.keys(NOT_HERE).filter((key) => !known.has(key))).toEqual([])
})

describe('this machine', () => {
  let world: NodeWorld
  let guarded: Server
  let reached = 0
  beforeAll(async () => {
    guarded = createServer((_request, response) => response.end('{}'))
    guarded.on('connection', () => {
      reached += 1
    })
    guarded.listen(0, '127.0.0.1')
    await once(guarded, 'listening')
    world = await startNodeWorld({ kind: 'sqlite' })
    world.play(() => ({ status: 200, headers: { 'content-type': 'application/json' }, body: TOKEN }))
  })
  afterAll(async () => {
    await world.stop()
    guarded.close()
  })

  /** What stands there, with the host of this machine in the place of its own. */
  function lead(value: unknown, host: string): string {
    const { port } = guarded.address() as AddressInfo
    if (typeof value !== 'string' || value === '') return `http://${host}:${port}/v1`
    return value.includes('://') ? value.replace(/:\/\/(?:[^@/"?]*@)?[^@/"?]+/, `://${host}:${port}`) : host
  }

  /** Leads what stands in the param of a place there: one that holds a list of addresses gets a list. */
  function leadParam({ node, name }: Place, value: unknown, host: string): unknown {
    const input = EVERY_NODE.get(node)?.inputs.find((each) => each.name === name)
    return input?.type === 'addresses' ? [lead('', host)] : lead(value, host)
  }

  /** The id of a credential with this field, of a type that the node takes. */
  async function makeLed(
    { node, name }: Place,
    known: Record<string, string>,
    host: string,
  ): Promise<string> {
    const types = (EVERY_NODE.get(node)?.credential?.credentialNames ?? []).flatMap(
      (type) => CREDENTIALS.get(type) ?? [],
    )
    const type = types.find(({ inputs }) => inputs.some((input) => input.name === name))
    const fields = type?.inputs.map(({ name: field, default: first, placeholder }) => [
      field,
      field === name
        ? lead(known[field] ?? first ?? placeholder, host)
        : (known[field] ?? first ?? 'of-tests'),
    ])
    const body = { name: 'Led', credentialName: type?.name, plainDataObj: Object.fromEntries(fields ?? []) }
    return (await world.scene.administrator.expect<{ id: string }>(200, 'POST', '/credentials', body)).id
  }

  const callsItsTool: PlayModel = ({ body }) => {
    const tool = body.tools?.[0]?.function.name
    const isTold = body.messages?.some(({ role }) => role === 'tool')
    return tool === undefined || isTold
      ? { text: 'Done.' }
      : { toolCalls: [{ id: 'call_1', name: tool, input }] }
  }
  /** What a model asks of the tool that is tried. */
  let input: unknown

  /** All that is told of a run: its answer, and what the own model was told of its tools. */
  async function run(place: Place, host: string): Promise<string> {
    const { flow, fields, asks, model, facts } = familyOf(place)
    const { values = {}, credential: key, account } = facts
    const isParam = place.where === 'param'
    const [param = ''] = place.name.split('.')
    const secrets = { ...key, ...account }
    const credential = isParam
      ? key && (await world.makeKey(place.node, secrets))
      : await makeLed(place, secrets, host)
    const part = {
      node: place.node,
      values: isParam ? { ...values, [param]: leadParam(place, values[param], host) } : values,
      credential,
    }
    const { nodes, edges, type } = await flow(part, world)
    const { administrator } = world.scene
    const flowId = await makeFlow(administrator, { nodes, edges }, { type, ...fields?.(part) })
    input = facts.input ?? {}
    world.playModel(model ?? callsItsTool)
    const before = world.vendor.requests.length
    const path = asks ? `/internal-prediction/${flowId}` : `/vector/upsert/${flowId}`
    const { text } = await administrator.call('POST', path, asks ?? {})
    return text + JSON.stringify(world.vendor.requests.slice(before).map(({ body }) => body.messages))
  }

  const tried = places.filter((place) => NOT_HERE[keyOf(place)] === undefined)

  test.each(tried.map((place, n) => ({ ...place, host: SPELLINGS[n % SPELLINGS.length] ?? '' })))(
    'as $host in the $where $name of $node is refused by the words of the one client',
    async ({ host, ...place }) => {
      expect(await run(place, host)).toMatch(/Calling [^ ]+ is not allowed[^"]*EGRESS_ALLOW/)
      expect(reached).toBe(0)
    },
  )

  test('in the server of an account is refused as it is connected', async () => {
    const { administrator } = world.scene
    const { port } = guarded.address() as AddressInfo
    const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
      name: 'Led',
      credentialName: 'mcpOAuth2',
      plainDataObj: { serverUrl: `https://127.1:${port}` },
    })
    const { body } = await administrator.call('POST', `/oauth2-credential/authorize/${id}`)
    expect(body).toMatchObject({ code: 'egress_denied', message: expect.stringContaining('is not allowed') })
    expect(reached).toBe(0)
  })
})
