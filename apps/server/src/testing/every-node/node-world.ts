import type { CredentialDefinition, JsonObject, JsonValue, NodeDefinition } from '@runnel/contract'
import type { DatabaseKind } from '@runnel/db/testing'
import type { HttpReply } from '@runnel/node-kit'
import type { SentRequest } from '@runnel/node-kit/testing'
import { nodeCatalogue } from '@runnel/nodes'
import type { AskedServer } from '@runnel/nodes/testing'
import { providerCatalogue } from '@runnel/providers'
import type { FakeOpenAI } from '@runnel/providers/testing'
import { connectAccount } from '../connect-account.ts'
import { CLIENT } from '../fake-accounts.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../make-flow.ts'
import { jsonReply } from './json-reply.ts'
import type { NodeFlow } from './node-flows.ts'
import { startPlayGateway } from './play-gateway.ts'
import type { PlayModel } from './play-model.ts'

/** Every type of the catalogue, by name. */
export const EVERY_NODE: ReadonlyMap<string, NodeDefinition> = new Map(
  [...nodeCatalogue, ...providerCatalogue.flatMap(({ nodes }) => nodes)].map(({ definition }) => [
    definition.name,
    definition,
  ]),
)

/** Every type of credential, by name. */
export const CREDENTIALS: ReadonlyMap<string, CredentialDefinition> = new Map(
  [...nodeCatalogue, ...providerCatalogue].flatMap(({ credentials = [] }) =>
    credentials.map((type) => [type.name, type] as const),
  ),
)

/** What a run answers, as far as these tests look at it. */
export interface NodeAnswer {
  text: string
  json?: JsonValue
  sourceDocuments?: { pageContent: string; metadata: JsonObject }[]
}

/** A server in which nodes run against the servers of their families' tests. */
export interface NodeWorld {
  scene: VendorServer
  /** The fake of the flow's own model. */
  vendor: FakeOpenAI
  /** Whoever is called from now on answers so; what was sent is listed, with its secrets. */
  play(answer: (sent: SentRequest) => HttpReply): SentRequest[]
  /** Whatever host is called from now on, or that one alone, this server answers. It has to be among `fakes`. */
  lead(origin: string, host?: string): void
  /** Whoever is asked from now on by a protocol that is not HTTP answers so. */
  playData(answer: (asked: AskedServer) => JsonValue): void
  /** Has the flow's own model reply so. */
  playModel(respond: PlayModel | undefined): void
  /** Stores the credential of a node as a person does: its type is the one that has these fields. */
  makeKey(node: string, fields: Record<string, string>): Promise<string>
  save(flow: NodeFlow): Promise<string>
  upsert(flowId: string): Promise<JsonObject>
  ask(flowId: string, question: string, more?: object): Promise<NodeAnswer>
  /** What the last run of a flow cost, in US dollars; undefined where no price is known. */
  costOf(flowId: string): Promise<number | undefined>
  stop(): Promise<void>
}

/** Starts it; stop it in `afterAll`. `fakes` are servers of this machine that nodes are led to. */
export async function startNodeWorld({
  kind,
  fakes = [],
  env = {},
}: {
  kind: DatabaseKind
  fakes?: readonly string[]
  env?: Record<string, string>
}): Promise<NodeWorld> {
  const gateway = await startPlayGateway()
  const leads: Record<string, string> = { '*': gateway.lead }
  let respond: PlayModel | undefined
  const scene = await startVendorServer({
    kind,
    leads,
    respond: (request, n) => respond?.(request, n),
    env: { ...env, EGRESS_ALLOW: fakes.map((origin) => new URL(origin).host).join(',') },
  })
  const { administrator, vendor, server } = scene

  function play(answer: (sent: SentRequest) => HttpReply): SentRequest[] {
    for (const host of Object.keys(leads)) delete leads[host]
    leads['*'] = gateway.lead
    gateway.play(answer)
    return gateway.sent
  }

  return {
    scene,
    vendor,
    play,
    lead(origin, host = '*') {
      leads[host] = origin
    },
    playData(answer) {
      const { context } = server
      context.dataServers = {
        ...context.dataServers,
        ask: async (protocol, { address, question }, { beforeSend }) => {
          beforeSend?.()
          return answer({ protocol, address, question } as AskedServer) as never
        },
      }
    },
    playModel(by) {
      respond = by
    },
    async makeKey(node, fields) {
      const type = credentialOf(node, fields)
      const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/credentials', {
        name: `Of ${node}`,
        credentialName: type.name,
        plainDataObj: fillIn(type, type.oauth2 ? CLIENT : fields),
      })
      if (type.oauth2) {
        play(() => jsonReply({ ...TOKEN, access_token: fields.accessToken ?? '' }))
        await connectAccount(administrator, id)
      }
      return id
    },
    save: (flow) => makeFlow(administrator, flow, { type: flow.type, name: 'Every node' }),
    upsert: (flowId) => administrator.expect<JsonObject>(200, 'POST', `/vector/upsert/${flowId}`, {}),
    ask: (flowId, question, more = {}) =>
      administrator.expect<NodeAnswer>(200, 'POST', `/internal-prediction/${flowId}`, { question, ...more }),
    async costOf(flowId) {
      const path = `/executions?kind=all&agentflowId=${flowId}&limit=1`
      const { data } = await administrator.expect<{ data: { totalCost?: number }[] }>(200, 'GET', path)
      return data[0]?.totalCost
    },
    async stop() {
      await scene.stop()
      await gateway.close()
    },
  }
}

/** What a vendor of accounts gives beside the token. */
const TOKEN = { refresh_token: 'of-tests', token_type: 'Bearer', expires_in: 3_600 }

/** What stands in the form of a credential: its own fields, with what they are at first. */
function fillIn({ inputs }: CredentialDefinition, fields: Record<string, string>): JsonObject {
  const filled = inputs.map(({ name, default: first }) => [name, fields[name] ?? first] as const)
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as JsonObject
}

/** The type of credential of a node that has all these fields. */
function credentialOf(node: string, fields: Record<string, string>): CredentialDefinition {
  const names = EVERY_NODE.get(node)?.credential?.credentialNames ?? []
  const types = names.flatMap((name) => CREDENTIALS.get(name) ?? [])
  const hasAll = ({ inputs, oauth2 }: CredentialDefinition) =>
    Object.keys(fields).every((field) =>
      oauth2 ? field === 'accessToken' : inputs.some(({ name }) => name === field),
    )
  const found = types.find(hasAll)
  if (found) return found
  throw new Error(`No credential of ${node} (${names}) has the fields ${Object.keys(fields)}.`)
}
