import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { KNOWN_TEXT, type Scripted } from '@runnel/contract/testing'
import type { ApiCaller } from './call-api.ts'
import { type FakeVendor, startFakeVendor, type VendorReply } from './fake-vendor.ts'

const KEY = 'sk-for-the-templates-0123456789'
const VARIABLES = ['slack_webhook', 'teams_webhook', 'message_webhook', 'sql_endpoint']
/** The models of templates, which one vendor plays here. */
const MODELS = ['chatOpenAI', 'chatAnthropic', 'chatGoogleGenerativeAI']

/** What templates call: one vendor that says what it is told to, and a service that says back what it is sent. */
export interface TemplateWorld {
  /** For `EGRESS_ALLOW`. */
  hosts: string
  vendor: FakeVendor
  /** What the vendor's models say next. */
  play(script: readonly Scripted[]): void
  /** Stores the key and the variables that templates need; then `fillIn` knows the key. */
  prepare(api: ApiCaller): Promise<void>
  /** The flow that a person would make of a template: `chosenFlow` is the one that knows the documents. */
  fillIn(flowData: string, chosenFlow: string): string
  close(): Promise<void>
}

/** Starts both; close them in `afterAll`. */
export async function startTemplateWorld(): Promise<TemplateWorld> {
  const queue: VendorReply[] = []
  const vendor = await startFakeVendor(KEY, () => queue.shift() ?? { text: 'Nothing is left to say.' })
  const service = createServer(async (incoming, response) => {
    const body = await text(incoming)
    response.writeHead(/\bnam\b/.test(body) ? 400 : 200, { 'content-type': 'text/plain' })
    response.end(`${incoming.method} ${incoming.url} ${body}`)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  const origin = `http://${host}`
  let credentialId = ''
  let chosenStore = ''
  return {
    hosts: [vendor.host, host, `code:${host}`].join(),
    vendor,
    play(script) {
      const said = JSON.parse(JSON.stringify(script).replaceAll('{origin}', origin)) as Scripted[]
      const replies = said.map((each) => ('text' in each ? { text: each.text } : { toolCalls: each.calls }))
      // What an earlier turn left unsaid, because it failed, is not said in this one.
      queue.splice(0, queue.length, ...replies)
    },
    async prepare(api) {
      const credential = { name: 'Vendor', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: KEY } }
      credentialId = (await api.post<{ id: string }>('/credentials', credential)).id
      chosenStore = await makeKnownStore(api)
      for (const name of VARIABLES)
        await api.post('/variables', { name, value: `${origin}/${name}`, type: 'static' })
    },
    fillIn(flowData, chosenFlow) {
      const model = {
        modelName: 'gpt-4o-mini',
        basepath: vendor.baseURL,
        FLOWISE_CREDENTIAL_ID: credentialId,
      }
      const flow: unknown = JSON.parse(
        flowData.replaceAll('https://api.example.com', origin),
        (_key, value: unknown) => (isRecord(value) ? fill(value, { model, chosenFlow, chosenStore }) : value),
      )
      return JSON.stringify(flow)
    },
    close() {
      service.closeAllConnections()
      service.close()
      return vendor.close()
    },
  }
}

type Values = Record<string, unknown>

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Makes a document store that answers, and gives its name as nodes choose it. */
async function makeKnownStore(api: ApiCaller): Promise<string> {
  const post = (path: string, body: object) => api.post<{ id: string }>(`/document-store${path}`, body)
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
  model: Values
  chosenFlow: string
  chosenStore: string
}

/** Puts the vendor in the place of every model, and chooses the flow or the store where one is to be chosen. */
function fill(values: Values, { model, chosenFlow, chosenStore }: Choices): Values {
  const filled: Values = 'documentStore' in values ? { ...values, documentStore: chosenStore } : values
  for (const [name, chosen] of Object.entries(values)) {
    const config = values[`${name}Config`]
    if (!isRecord(config) || typeof chosen !== 'string') continue
    if (chosen === 'ChatflowTool') config.selectedChatflow = chosenFlow
    if (!MODELS.includes(chosen)) continue
    filled[name] = 'chatOpenAI'
    filled[`${name}Config`] = { [name]: 'chatOpenAI', ...model }
  }
  return filled
}
