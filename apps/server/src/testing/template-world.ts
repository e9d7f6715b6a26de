import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FindDefinition, JsonObject, Template } from '@runnel/contract'
import { KNOWN_TEXT, type Scripted, type Vendor } from '@runnel/contract/testing'
import type { DatabaseKind } from '@runnel/db/testing'
import { startFakeAnthropic, startFakeGoogle, startFakeOpenAI } from '@runnel/providers/testing'
import type { TestCaller } from './test-caller.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const GOOGLE_KEY = 'test-key-of-google'

/** A vendor's fake: where it stands, what it was asked, and what it is to say. */
interface PlayedVendor {
  /** Values that lead a model of the vendor to the fake. */
  settings: JsonObject
  requests: { body: unknown }[]
  say(...replies: ({ text: string } | { toolCalls: { name: string; input: JsonObject }[] })[]): void
  close(): Promise<void>
}

/** A server with the fakes of three vendors, and a service that says back what it is sent. */
export interface TemplateWorld {
  server: TestServer
  caller: TestCaller
  vendors: Record<Vendor, PlayedVendor>
  /** `http://host:port` of the service. */
  origin: string
  /** The flow that a person would make of a template: with their keys, addresses, flows and stores filled in. */
  fillIn(template: Template, chosenFlow: string): string
  close(): Promise<void>
}

/** Starts it; close it in `afterAll`. */
export async function startTemplateWorld(kind: DatabaseKind): Promise<TemplateWorld> {
  const [openai, anthropic, google, service] = await Promise.all([
    startFakeOpenAI(),
    startFakeAnthropic(),
    startFakeGoogle({ apiKey: GOOGLE_KEY }),
    startEchoService(),
  ])
  const { host } = new URL(service.origin)
  const hosts = [openai.host, anthropic.host, new URL(google.origin).host, host, `code:${host}`]
  const server = await startTestServer({ kind, env: { EGRESS_ALLOW: hosts.join() } })
  const caller = await server.administrator()
  const keyOf = async (credentialName: string, plainDataObj: object) => {
    const body = { name: credentialName, credentialName, plainDataObj }
    return (await caller.expect<{ id: string }>(200, 'POST', '/credentials', body)).id
  }
  const vendors: Record<Vendor, PlayedVendor> = {
    openai: {
      settings: {
        basepath: openai.baseURL,
        ...at(await keyOf('openAIApi', { openAIApiKey: 'sk-test-key' })),
      },
      requests: openai.requests,
      say: openai.respondWith,
      close: openai.close,
    },
    anthropic: {
      settings: {
        basepath: anthropic.baseURL,
        ...at(await keyOf('anthropicApi', { anthropicApiKey: 'sk-ant-test-key' })),
      },
      requests: anthropic.requests,
      say: anthropic.respondWith,
      close: anthropic.close,
    },
    google: {
      settings: {
        baseUrl: `${google.origin}/v1beta`,
        ...at(await keyOf('googleGenerativeAI', { googleGenerativeAPIKey: GOOGLE_KEY })),
      },
      requests: google.requests,
      say: google.respondWith,
      close: google.close,
    },
  }
  for (const name of ['slack_webhook', 'teams_webhook', 'message_webhook', 'sql_endpoint']) {
    await caller.expect(200, 'POST', '/variables', {
      name,
      value: `${service.origin}/${name}`,
      type: 'static',
    })
  }
  const chosenStore = await makeKnownStore(caller)
  return {
    server,
    caller,
    vendors,
    origin: service.origin,
    fillIn: ({ flowData = '' }, chosenFlow) =>
      fillIn(flowData.replaceAll('https://api.example.com', service.origin), {
        vendors,
        chosenFlow,
        chosenStore,
      }),
    async close() {
      await server.stop()
      await Promise.all([openai, anthropic, google, service].map((each) => each.close()))
    },
  }
}

const at = (credentialId: string) => ({ FLOWISE_CREDENTIAL_ID: credentialId })

/** Gives the fakes what they are to say in a turn. */
export function playScript({ vendors, origin }: TemplateWorld, script: readonly Scripted[]): void {
  for (const { vendor, ...reply } of script) {
    const said = JSON.parse(JSON.stringify(reply).replaceAll('{origin}', origin)) as typeof reply
    vendors[vendor].say('text' in said ? { text: said.text } : { toolCalls: said.calls })
  }
}

const VENDOR_OF: Record<string, Vendor> = {
  chatOpenAI: 'openai',
  chatAnthropic: 'anthropic',
  chatGoogleGenerativeAI: 'google',
}

/** Makes a document store that answers, and gives its name as nodes choose it. */
async function makeKnownStore(caller: TestCaller): Promise<string> {
  const post = (path: string, body: object) =>
    caller.expect<{ id: string }>(200, 'POST', `/document-store${path}`, body)
  const { id: storeId } = await post('/store', { name: 'Rules' })
  const loader = await post('/loader/save', {
    storeId,
    loaderId: 'plainText',
    loaderConfig: { text: KNOWN_TEXT },
  })
  await post(`/loader/process/${loader.id}`, { storeId, id: loader.id })
  await post('/vectorstore/insert', {
    storeId,
    embeddingName: 'demoEmbeddings',
    vectorStoreName: 'memoryVectorStore',
  })
  return `${storeId}:Rules`
}

interface Choices {
  vendors: TemplateWorld['vendors']
  chosenFlow: string
  chosenStore: string
}

/** Leads every model to its fake, and chooses the flow or the store where one is to be chosen. */
function fillIn(flowData: string, { vendors, chosenFlow, chosenStore }: Choices): string {
  const flow: unknown = JSON.parse(flowData, (_key, value: unknown) => {
    if (!isObject(value)) return value
    if ('documentStore' in value) value.documentStore = chosenStore
    for (const [name, chosen] of Object.entries(value)) {
      const config = value[`${name}Config`]
      if (isObject(config)) Object.assign(config, settingsOf(chosen, { vendors, chosenFlow }))
    }
    return value
  })
  return JSON.stringify(flow)
}

/** What a person fills in for a chosen component. */
function settingsOf(
  chosen: unknown,
  { vendors, chosenFlow }: Pick<Choices, 'vendors' | 'chosenFlow'>,
): JsonObject {
  if (chosen === 'ChatflowTool') return { selectedChatflow: chosenFlow }
  const vendor = typeof chosen === 'string' ? VENDOR_OF[chosen] : undefined
  return vendor ? vendors[vendor].settings : {}
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Says back what it is sent: method, path and body; a wrong column is an error. */
async function startEchoService() {
  const service = createServer(async (incoming, response) => {
    const body = await text(incoming)
    response.writeHead(/\bnam\b/.test(body) ? 400 : 200, { 'content-type': 'text/plain' })
    response.end(`${incoming.method} ${incoming.url} ${body}`)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    close: () => {
      service.closeAllConnections()
      return new Promise<void>((resolve) => service.close(() => resolve()))
    },
  }
}

/** Where a definition is found by its type. */
export const findIn =
  ({ context }: TestServer): FindDefinition =>
  (type) =>
    context.catalogue.find(type)
