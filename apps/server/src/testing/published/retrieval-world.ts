import type { JsonObject, JsonValue } from '@runnel/contract'
import type { DatabaseKind } from '@runnel/db/testing'
import { makePdf, makeWord, paragraph } from '@runnel/drivers/testing'
import type { HttpReply } from '@runnel/node-kit'
import { asRequest, outsideMemories, type StoreCase, storeCases } from '@runnel/nodes/testing'
import { libraryFlow, textsPart } from '../every-node/node-flows.ts'
import { type NodeWorld, startNodeWorld } from '../every-node/node-world.ts'
import { type FormFiles, postForm } from '../post-form.ts'
import { type ModelVendor, startModelVendors } from './model-vendors.ts'
import { ANSWER, PASSAGE, type RetrievalFlow } from './retrieval-flow.ts'
import { type SavedFlow, type SavedNode, typeOf, type WrittenFlow } from './saved-chat-flow.ts'

/** The document of these flows in each form; all hold `TOLD`. */
const FILES: Record<string, FormFiles[number][1]> = {
  'tea.pdf': makePdf([[PASSAGE]]),
  'tea.txt': PASSAGE,
  'tea.csv': 'Tea,Heat\nGreen,steeped at seventy degrees',
  'tea.docx': makeWord(paragraph(PASSAGE)),
}

/** What of the passage every form of the document holds. */
export const TOLD = 'seventy degrees'
/** Of the embeddings of OpenAI that these flows name. */
const DIMENSIONS = 1536
const nobody: HttpReply = { status: 599, headers: {}, body: '' }

/** A server, and around it the fakes of all that published flows with retrieval ask. */
export interface RetrievalWorld {
  world: NodeWorld
  /** Fills in what a person chooses in a flow of somebody else: keys, and a document store. */
  choose(flow: WrittenFlow): Promise<void>
  /** Plays all that this flow asks. */
  play(row: RetrievalFlow): void
  /** Fills its store with the document, in the way in which its documents come. */
  fill(flowId: string, row: RetrievalFlow): Promise<JsonObject>
  /** Has the models of the flow say what they are to say; gives all that they were told since, as text. */
  say(row: RetrievalFlow, flow: WrittenFlow): () => string
  stop(): Promise<void>
}

/** The store outside of a node, also of one that was removed. */
const storeOf = (type: string): StoreCase | undefined =>
  storeCases.find(({ node }) => node === type.replace(/ExistingIndex$/, ''))

const storeIn = ({ nodes }: SavedFlow): StoreCase | undefined =>
  Object.entries(nodes)
    .map(([id, node]) => storeOf(typeOf(id, node)))
    .find((one) => one !== undefined)

/** The flow with the values of its author: the names and addresses that the fakes of its stores have. */
export function ofItsAuthor({ nodes, ...flow }: SavedFlow): SavedFlow {
  const filled = Object.entries(nodes).map(([id, node]): [string, SavedNode] => {
    const values = storeOf(typeOf(id, node))?.values
    return [id, values ? { ...node, values: { ...node.values, ...values } } : node]
  })
  return { ...flow, nodes: Object.fromEntries(filled) }
}

/** Starts it; stop it in `afterAll`. */
export async function startRetrievalWorld(kind: DatabaseKind): Promise<RetrievalWorld> {
  const others = await startModelVendors()
  const world = await startNodeWorld({ kind, fakes: others.map(({ origin }) => origin) })
  const { vendor } = world
  const vendors: ModelVendor[] = [
    ...others,
    {
      host: 'api.openai.com',
      keys: {},
      origin: `http://${vendor.host}`,
      requests: vendor.requests,
      say: vendor.respondWith,
      close: async () => undefined,
    },
  ]
  return {
    world,
    choose: async (flow) => {
      for (const { data } of flow.nodes) await chooseIn(data, world, vendors)
    },
    play: (row) => playAround(row, world, vendors),
    fill: (flowId, row) => fillStore(flowId, row, world),
    say(row, flow) {
      const before = vendors.map(({ requests }) => requests.length)
      for (const each of vendors.filter((one) => isAsked(one, flow))) {
        // A fake of both takes a reply for the embedding of the question too.
        const embeds = flow.nodes.some(({ data }) => /embedding/i.test(data.name) && data.name in each.keys)
        each.say(...(embeds ? [{ text: '' }] : []), ...(row.script ?? [{ text: ANSWER }]))
      }
      return () => JSON.stringify(vendors.flatMap(({ requests }, at) => requests.slice(before[at])))
    },
    async stop() {
      await world.stop()
      for (const each of vendors) await each.close()
    },
  }
}

async function chooseIn(
  data: WrittenFlow['nodes'][number]['data'],
  world: NodeWorld,
  vendors: ModelVendor[],
): Promise<void> {
  const { name, inputs } = data
  const facts = storeOf(name) ?? outsideMemories.find(({ node }) => node === name)
  const fields = vendors.find(({ keys }) => keys[name])?.keys[name]
  const ofOpenAI = ['chatOpenAI', 'chatOpenAICustom', 'openAI', 'openAIEmbeddings']
  if (ofOpenAI.includes(name)) data.credential = world.scene.credentialId
  if (fields) data.credential = await world.makeKey(name, fields)
  if (facts) data.credential = await world.makeKey(facts.node, facts.credential)
  if ('selectedStore' in inputs) inputs.selectedStore = await makeDocumentStore(world)
}

async function makeDocumentStore({ scene }: NodeWorld): Promise<string> {
  const post = (path: string, body: object) =>
    scene.administrator.expect<{ id: string }>(200, 'POST', `/document-store${path}`, body)
  const { id: storeId } = await post('/store', { name: `Tea ${crypto.randomUUID()}` })
  const loaderConfig = { text: PASSAGE }
  const { id } = await post('/loader/save', { storeId, loaderId: 'plainText', loaderConfig })
  await post(`/loader/process/${id}`, { storeId, id })
  const chosen = { embeddingName: 'demoEmbeddings', vectorStoreName: 'memoryVectorStore' }
  await post('/vectorstore/insert', { storeId, ...chosen })
  return storeId
}

function playAround({ flow }: RetrievalFlow, world: NodeWorld, vendors: ModelVendor[]): void {
  const facts = storeIn(flow)
  const store = facts?.startFake({ dimensions: facts.isMadeByPeople ? DIMENSIONS : undefined })
  const types = Object.entries(flow.nodes).map(([id, node]) => typeOf(id, node))
  const memory = outsideMemories.find(({ node }) => types.includes(node))
  const remembered = memory?.startFake()
  const hosts = facts?.speaks === 'data' ? [] : (facts?.hosts ?? [])
  world.play((sent) => {
    const { host, pathname } = sent.url
    if (host === memory?.host) return remembered?.answer?.(sent) ?? nobody
    if (hosts.includes(host)) return store?.answer(sent) ?? nobody
    return host === 'tea.example' && pathname === '/' ? PAGE : nobody
  })
  world.playData(({ protocol, address, question }) => {
    const { status, body } = store?.answer(asRequest(protocol, address, question)) ?? nobody
    if (status >= 400) throw new Error(`The fake refused: ${body}`)
    return JSON.parse(body) as JsonValue
  })
  for (const { host, origin } of vendors) world.lead(origin, host)
}

const PAGE: HttpReply = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: `<html><body><h1>Tea</h1><p>${PASSAGE}</p></body></html>`,
}

async function fillStore(
  flowId: string,
  { flow, documents, file = 'tea.pdf' }: RetrievalFlow,
  world: NodeWorld,
): Promise<JsonObject> {
  if (documents === 'there') return world.upsert(await world.save(await otherFlow(flow, world)))
  if (documents !== 'file') return world.upsert(flowId)
  const { server } = world.scene
  const { key } = await server.withKey(['chatflows:view', 'executions:view'])
  const files: FormFiles = [[file, FILES[file] ?? '']]
  const headers = { authorization: `Bearer ${key}` }
  return (await postForm(server, `/vector/upsert/${flowId}`, { files, headers })).body as JsonObject
}

/** Another flow over the same store, which has the document. */
async function otherFlow(flow: SavedFlow, world: NodeWorld) {
  const facts = storeIn(flow)
  if (!facts) throw new Error('No store is there.')
  const { node, values, credential } = facts
  return libraryFlow({
    source: textsPart(PASSAGE),
    store: { node, values, credential: await world.makeKey(node, credential) },
    embeddings: {
      node: 'openAIEmbeddings',
      values: { modelName: 'text-embedding-ada-002' },
      credential: world.scene.credentialId,
    },
  })
}

/** Whether the model of the flow is this vendor's. */
function isAsked({ host, keys }: ModelVendor, flow: WrittenFlow): boolean {
  const models = flow.nodes
    .map(({ data }) => data.name)
    .filter((name) => /^chat|^groqChat|^openAI$/.test(name))
  return models.some((name) => (host === 'api.openai.com' ? /openai/i.test(name) : Object.hasOwn(keys, name)))
}
